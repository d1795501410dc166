"""Facts of everyday texts (policies, hours, prices, devices, companies) as templates.

A value fact has one slot `{v}` whose near miss contradicts it; a yes/no fact has two
polarities. `{s}` is the subject. Sayings are how a source puts it, claims how an answer does.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ValueFact:
    """A fact with a value: which kind of subject, which kind of value, and its wordings."""

    subject: str
    value: str
    sayings: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class YesNoFact:
    """A fact that holds or does not."""

    subject: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    claims_yes: tuple[str, ...]
    claims_no: tuple[str, ...]


VALUE_FACTS: tuple[ValueFact, ...] = (
    ValueFact(
        "shop",
        "hour",
        (
            "{s} opens at {v} from Monday to Friday.",
            "Doors at {s} open at {v} on weekdays.",
            "On weekdays, customers can enter {s} from {v} onwards.",
        ),
        (
            "{s} opens at {v} on weekdays.",
            "On Tuesdays {s} opens its doors at {v}.",
            "The weekday opening time of {s} is {v}.",
        ),
    ),
    ValueFact(
        "shop",
        "evening",
        (
            "{s} closes at {v} every evening.",
            "The last customers must leave {s} by {v}, when it shuts for the night.",
            "Closing time at {s} is {v}, seven days a week.",
        ),
        ("{s} closes at {v}.", "{s} shuts at {v} each day.", "{s} stays open until {v}."),
    ),
    ValueFact(
        "shop",
        "days",
        (
            "Unused items can be returned to {s} within {v} of purchase.",
            "{s} accepts returns for {v} after the sale.",
            "Customers of {s} have {v} to send a product back.",
        ),
        (
            "{s} takes returns for up to {v}.",
            "You can bring an item back to {s} within {v}.",
            "The return window at {s} is {v}.",
        ),
    ),
    ValueFact(
        "shop",
        "money",
        (
            "Delivery is free on orders of {v} or more at {s}.",
            "{s} waives the shipping fee once the basket reaches {v}.",
        ),
        (
            "{s} ships for free from an order value of {v}.",
            "Orders at {s} need to reach {v} for free delivery.",
        ),
    ),
    ValueFact(
        "plan",
        "money",
        (
            "The {s} costs {v} a month.",
            "Subscribers pay {v} per month for the {s}.",
            "The monthly fee of the {s} is {v}.",
        ),
        (
            "The {s} is priced at {v} per month.",
            "You pay {v} monthly for the {s}.",
            "The {s} costs {v} each month.",
        ),
    ),
    ValueFact(
        "plan",
        "count",
        (
            "The {s} allows up to {v} users.",
            "A maximum of {v} people can share the {s}.",
            "Up to {v} accounts are covered by the {s}.",
        ),
        (
            "The {s} has a limit of {v} users.",
            "At most {v} people can use the {s}.",
        ),
    ),
    ValueFact(
        "plan",
        "storage",
        (
            "The {s} comes with {v} of storage.",
            "{v} of cloud space is included in the {s}.",
            "Every account on the {s} gets {v} to store files.",
        ),
        ("The {s} includes {v} of storage.", "Users of the {s} can store up to {v}."),
    ),
    ValueFact(
        "device",
        "hours",
        (
            "On a full charge, the {s} runs for {v}.",
            "The battery of the {s} lasts {v}.",
            "The {s} offers {v} of battery life.",
        ),
        ("The {s} has a battery life of {v}.", "The {s} works for {v} on one charge."),
    ),
    ValueFact(
        "device",
        "weight",
        ("The {s} weighs {v}.", "At {v}, the {s} is easy to carry.", "Weight of the {s}: {v}."),
        ("The weight of the {s} is {v}.", "The {s} weighs in at {v}."),
    ),
    ValueFact(
        "device",
        "years",
        (
            "The {s} is covered by a warranty of {v}.",
            "The maker guarantees the {s} for {v}.",
            "Buyers of the {s} get a {v} guarantee.",
        ),
        (
            "The {s} comes with a warranty of {v}.",
            "The guarantee on the {s} runs for {v}.",
        ),
    ),
    ValueFact(
        "device",
        "money",
        (
            "The {s} sells for {v}.",
            "The list price of the {s} is {v}.",
            "Buying the {s} costs {v}.",
        ),
        ("The {s} costs {v}.", "The price of the {s} is {v}.", "You can buy the {s} for {v}."),
    ),
    ValueFact(
        "device",
        "date",
        ("The {s} went on sale on {v}.", "Sales of the {s} began on {v}."),
        ("The {s} was released on {v}.", "The {s} became available on {v}."),
    ),
    ValueFact(
        "company",
        "year",
        (
            "{s} was founded in {v}.",
            "Established in {v}, {s} makes household goods.",
            "The history of {s} began in {v}, when it was set up by two engineers.",
        ),
        ("{s} was established in {v}.", "{s} has existed since {v}.", "{s} started in {v}."),
    ),
    ValueFact(
        "company",
        "big",
        (
            "{s} employs {v} people.",
            "The workforce of {s} numbers {v}.",
            "Some {v} staff are on the payroll of {s}.",
        ),
        ("{s} has {v} employees.", "{v} people work for {s}."),
    ),
    ValueFact(
        "company",
        "city",
        (
            "{s} has its head office in {v}.",
            "{s} is headquartered in {v}.",
            "The {v}-based firm {s} sells kitchen equipment.",
        ),
        ("The headquarters of {s} are in {v}.", "{s} is based in {v}."),
    ),
    ValueFact(
        "company",
        "person",
        (
            "{v} has led {s} as chief executive since the spring.",
            "The chief executive of {s} is {v}.",
            "{s} named {v} as its chief executive.",
        ),
        ("{v} is the CEO of {s}.", "{s} is run by its chief executive, {v}."),
    ),
    ValueFact(
        "company",
        "percent",
        (
            "Revenue at {s} grew by {v} last year.",
            "{s} reported a {v} rise in annual sales.",
            "Last year's sales of {s} were up {v}.",
        ),
        ("{s} increased its annual revenue by {v}.", "Sales at {s} rose {v} last year."),
    ),
    ValueFact(
        "hotel",
        "afternoon",
        (
            "Guests of the {s} can check in from {v}.",
            "Check-in at the {s} starts at {v}.",
            "Rooms at the {s} are ready from {v}.",
        ),
        ("Check-in at the {s} begins at {v}.", "You can check in to the {s} from {v}."),
    ),
    ValueFact(
        "hotel",
        "money",
        (
            "Parking at the {s} costs {v} per night.",
            "The {s} charges {v} a night for a parking space.",
        ),
        ("A night of parking at the {s} costs {v}.", "The {s} asks {v} per night for parking."),
    ),
    ValueFact(
        "hotel",
        "count",
        ("The {s} has {v} rooms.", "There are {v} guest rooms in the {s}."),
        ("The {s} offers {v} rooms.", "{v} rooms are available in the {s}."),
    ),
    ValueFact(
        "service",
        "hours",
        (
            "Bookings with {s} can be cancelled free of charge up to {v} before the start.",
            "{s} gives a full refund if you cancel at least {v} ahead.",
        ),
        (
            "{s} lets you cancel for free until {v} beforehand.",
            "Free cancellation with {s} ends {v} before the start.",
        ),
    ),
    ValueFact(
        "service",
        "age",
        (
            "Customers of {s} must be at least {v} years old.",
            "The minimum age to sign up for {s} is {v}.",
        ),
        ("You need to be {v} or older to use {s}.", "{s} requires an age of {v} or above."),
    ),
    ValueFact(
        "service",
        "days",
        ("{s} answers support requests within {v}.", "Expect a reply from {s} in {v} or less."),
        ("Support requests to {s} are answered within {v}.", "{s} replies within {v}."),
    ),
    ValueFact(
        "service",
        "percent",
        (
            "Students get {v} off the regular price of {s}.",
            "{s} offers a student discount of {v}.",
        ),
        ("The student discount at {s} is {v}.", "{s} gives students {v} off."),
    ),
    ValueFact(
        "place",
        "money",
        (
            "Admission to the {s} is {v} for adults.",
            "Adult tickets for the {s} cost {v}.",
            "Grown-ups pay {v} to enter the {s}.",
        ),
        ("An adult ticket to the {s} costs {v}.", "Adults pay {v} to visit the {s}."),
    ),
    ValueFact(
        "place",
        "weekday",
        ("The {s} is closed on {v}.", "On {v} the {s} does not open.", "The {s} rests on {v}."),
        ("The {s} stays shut on {v}.", "You cannot visit the {s} on {v}."),
    ),
    ValueFact(
        "place",
        "big",
        ("About {v} people visited the {s} last year.", "The {s} drew {v} visitors last year."),
        ("The {s} had {v} visitors last year.", "{v} people went to the {s} last year."),
    ),
    ValueFact(
        "place",
        "year",
        ("The {s} was built in {v}.", "Construction of the {s} was completed in {v}."),
        ("The {s} was finished in {v}.", "The {s} dates from {v}."),
    ),
    ValueFact(
        "medicine",
        "dose",
        ("Adults take {v} of {s} per day.", "The daily dose of {s} for adults is {v}."),
        ("The adult dose of {s} is {v} a day.", "Adults should take {v} of {s} daily."),
    ),
    ValueFact(
        "medicine",
        "temperature",
        ("Store {s} below {v}.", "{s} must be kept at temperatures under {v}."),
        ("{s} should be stored below {v}.", "Keep {s} under {v}."),
    ),
)

YES_NO_FACTS: tuple[YesNoFact, ...] = (
    YesNoFact(
        "hotel",
        (
            "Pets are welcome at the {s}.",
            "Guests of the {s} may bring dogs and cats.",
            "The {s} accepts pets in all rooms.",
        ),
        (
            "Pets are not permitted at the {s}.",
            "The {s} does not accept animals.",
            "The {s} has a no-pets policy.",
        ),
        ("You can bring your pet to the {s}.", "The {s} allows pets."),
        ("Pets are not allowed at the {s}.", "The {s} bans pets."),
    ),
    YesNoFact(
        "hotel",
        ("Breakfast is included in the room rate at the {s}.", "The {s} serves breakfast free."),
        ("Breakfast at the {s} is charged separately.", "The {s} rate excludes breakfast."),
        ("The room price at the {s} includes breakfast.", "Breakfast is free at the {s}."),
        ("You have to pay extra for breakfast at the {s}.", "The {s} rate excludes breakfast."),
    ),
    YesNoFact(
        "device",
        (
            "The {s} is waterproof.",
            "The {s} can be used under water.",
            "Water cannot get into the {s}.",
        ),
        (
            "The {s} is not waterproof.",
            "Keep the {s} dry, as it is not protected against water.",
            "Do not use the {s} in the rain: it has no protection against water.",
        ),
        ("The {s} is protected against water.", "The {s} withstands water."),
        ("The {s} lacks water protection.", "The {s} is not protected against water."),
    ),
    YesNoFact(
        "device",
        ("The {s} charges wirelessly.", "Wireless charging works with the {s}."),
        ("The {s} can only be charged by cable.", "The {s} has no wireless charging."),
        ("The {s} supports wireless charging.", "You can charge the {s} without a cable."),
        ("The {s} does not support wireless charging.", "The {s} needs a cable to charge."),
    ),
    YesNoFact(
        "shop",
        ("{s} takes credit cards.", "Payment by credit card is possible at {s}."),
        ("{s} takes cash only.", "Credit cards are not accepted at {s}."),
        ("You can pay by credit card at {s}.", "{s} accepts credit cards."),
        ("{s} does not accept credit cards.", "Credit cards cannot be used at {s}."),
    ),
    YesNoFact(
        "shop",
        ("Gift cards from {s} never expire.", "There is no end date on gift cards of {s}."),
        ("Gift cards from {s} expire after two years.", "{s} gift cards lapse in two years."),
        ("{s} gift cards have no expiry date.", "A gift card from {s} stays valid forever."),
        ("{s} gift cards expire.", "A gift card from {s} does not stay valid forever."),
    ),
    YesNoFact(
        "shop",
        ("{s} ships abroad.", "{s} delivers to customers in other countries."),
        ("{s} delivers within the country only.", "{s} does not ship abroad."),
        ("International shipping is available from {s}.", "{s} delivers abroad."),
        ("{s} has no international shipping.", "{s} does not deliver to other countries."),
    ),
    YesNoFact(
        "plan",
        ("The {s} can be cancelled at any time.", "There is no minimum term on the {s}."),
        (
            "The {s} has a minimum term of one year.",
            "The {s} binds subscribers for twelve months.",
        ),
        ("You can end the {s} whenever you like.", "The {s} has no minimum contract period."),
        ("The {s} cannot be cancelled at any time.", "The {s} has a minimum contract period."),
    ),
    YesNoFact(
        "plan",
        ("Phone support is part of the {s}.", "Members on the {s} can call the help line."),
        ("The {s} does not include phone support.", "There is no help line for the {s}."),
        ("The {s} includes phone support.", "Customers on the {s} get support by phone."),
        ("The {s} comes without phone support.", "Phone support is missing from the {s}."),
    ),
    YesNoFact(
        "service",
        ("Children travel free with {s}.", "{s} charges nothing for children."),
        ("{s} charges full price for children.", "Children pay the adult fare at {s}."),
        ("Children do not pay at {s}.", "{s} is free for children."),
        ("{s} is not free for children.", "Children have to pay at {s}."),
    ),
    YesNoFact(
        "service",
        ("{s} requires an appointment.", "Visits to {s} are by appointment only."),
        ("No appointment is needed at {s}.", "Walk-ins are welcome at {s}."),
        ("You must book an appointment with {s}.", "{s} only sees people by appointment."),
        ("You can visit {s} without an appointment.", "{s} does not require an appointment."),
    ),
    YesNoFact(
        "place",
        ("Photography is allowed inside the {s}.", "Visitors may take pictures in the {s}."),
        ("Taking photos in the {s} is forbidden.", "Cameras may not be used in the {s}."),
        ("You can take photos in the {s}.", "The {s} permits photography."),
        ("Photography is prohibited in the {s}.", "You may not take photos in the {s}."),
    ),
    YesNoFact(
        "place",
        ("The {s} is fully accessible by wheelchair.", "Every floor of the {s} has a lift."),
        ("The {s} is not accessible by wheelchair.", "The {s} can only be reached by stairs."),
        ("Wheelchair users can visit the {s}.", "The {s} is wheelchair accessible."),
        ("The {s} is not suitable for wheelchairs.", "Wheelchair users cannot enter the {s}."),
    ),
    YesNoFact(
        "company",
        ("{s} made a profit last year.", "Last year ended with a profit for {s}."),
        ("{s} made a loss last year.", "Last year {s} lost money."),
        ("{s} was profitable last year.", "{s} earned money last year."),
        ("{s} was not profitable last year.", "{s} was in the red last year."),
    ),
    YesNoFact(
        "company",
        ("Staff of {s} may work from home.", "Remote work is possible at {s}."),
        ("Staff of {s} must work in the office.", "{s} does not offer remote work."),
        ("{s} allows its employees to work remotely.", "People at {s} can work from home."),
        ("Employees of {s} cannot work remotely.", "{s} does not let staff work from home."),
    ),
    YesNoFact(
        "medicine",
        ("{s} is available without a prescription.", "{s} can be bought over the counter."),
        ("{s} is sold on prescription only.", "A doctor must prescribe {s}."),
        ("You do not need a prescription for {s}.", "{s} is an over-the-counter medicine."),
        ("You need a prescription for {s}.", "{s} cannot be bought over the counter."),
    ),
    YesNoFact(
        "medicine",
        ("{s} can be taken during pregnancy.", "Pregnant women may use {s}."),
        ("{s} must not be taken during pregnancy.", "Pregnant women should avoid {s}."),
        ("{s} is suitable for pregnant women.", "{s} is allowed in pregnancy."),
        ("{s} is not suitable for pregnant women.", "{s} is ruled out in pregnancy."),
    ),
)
