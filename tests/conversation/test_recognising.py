"""Telling a question from a doubt and from a request for the source."""

from __future__ import annotations

import pytest

from entailed.conversation import Conversation, Turn, recognise
from entailed.conversation.recognising import question_part
from entailed.evidence import freeze
from tests.conversation.support import PASSAGES, VERIFIER

BEFORE = (
    Turn(
        "question",
        "Within how many days can I return an item?",
        "",
        "verified",
        question="Within how many days can I return an item?",
        search="Within how many days can I return an item?",
        answer="Unused items can be returned within 30 days of delivery [returns].",
        evidence=freeze({name: PASSAGES[name] for name in ("returns", "gift")}),
        number=1,
    ),
)
CHALLENGES = """
Are you sure?
are you really sure about that?
r u sure
You sure?
Sure?
Are you 100% certain?
Are you absolutely positive about this?
Really?
Seriously?!
Is that right?
Is that really correct?
Is this true?
Is it true?
Is your answer correct?
That's wrong.
That is not correct.
That’s not right!
That isn't true.
This answer is incorrect.
What you said is wrong.
No.
No, that's wrong.
Nope.
Hmm, no.
I don't think so.
I don't think that's right.
I really don't believe that.
I don't believe you.
I can't believe that.
I disagree.
I doubt it.
I have my doubts.
I'm not so sure about that.
I'm not convinced.
That can't be right.
It cannot be true.
That doesn't sound right.
That does not make sense.
That sounds wrong to me.
That seems low.
You're wrong.
You are mistaken.
I think you're wrong.
You must be wrong.
You might be mistaken there.
You made a mistake.
You made that up.
You're hallucinating.
You got that wrong.
Are you kidding?
Wrong.
False!
Incorrect.
Nonsense.
Bullshit.
No way!
Please double-check.
Double check that, please.
Can you check that again?
Could you verify that?
Would you please check your sources again?
Check again.
Look again.
Have another look.
Think again.
Reconsider.
How can that be?
How could that be true?
What makes you so sure?
What makes you think so?
Why are you so certain?
Isn't it 60 days?
Wasn't it 60 days?
Shouldn't it be 60 days?
Is it not 60 days?
Is it 60 days?
Is it really 30 days?
I thought it was 60 days.
I was told it's 60 days.
I heard that it's 60 days.
I read somewhere that it's two weeks.
I could have sworn it was 60 days.
I'm pretty sure it's 60 days.
I was under the impression that it's 60 days.
No, it's 60 days.
It's 60 days, not 30.
It is not 30 days.
But the website says 60 days.
My colleague told me it's 60 days.
Everyone says it's 60 days.
According to the website, it's 60 days.
Actually, it is 60 days.
60 days.
No, 60.
So it's 30 days, right?
Are you sure it's 30 days?
Are you sure items can be returned within 30 days?
Are you telling me items can be returned within 30 days?
Hmm, I heard that used items can be returned too.
But used items can be returned as well.
Gift cards can be returned too.
Doesn't the policy say 60 days?
Wait, are you sure about the 30 days?
You said 30 days, but it's 60 days.
Are you sure? Please check again.
Are you sure? How many days is it really?
That's not what the policy says.
Unused items can be returned within 60 days.
Come on, that's wrong.
Sorry, but that is not true.
""".strip().splitlines()
SOURCES = """
Which source says that?
What source says this?
Where does it say that?
Where do the documents say so?
What's your source?
What are your sources?
Source?
Sources, please.
Citation needed.
Where did you get that from?
Where do you get this from?
Where's that from?
Where is that written?
Where can I read that?
Says who?
Who says that?
How do you know?
How do you know that?
Which document is that from?
Which passage supports this?
On which page is that?
In which document?
What is that based on?
Based on what?
Can you show me the passage?
Can you quote the passage?
Could you give me the exact quote?
Please cite your sources.
Show me the source, please.
Do you have a reference for that?
Do you have any evidence for that?
Quote it.
Prove it.
Which source says that items can be returned within 30 days?
Where does it say 30 days?
And where does it say that?
Ok, which source says that?
""".strip().splitlines()
QUESTIONS = """
How long do I have to return an item?
What about gift cards?
Can I return gift cards?
Is that available on Sundays too?
Is it refundable?
What is the correct address?
What's wrong with my order?
How do I correct a wrong invoice?
Who pays for shipping?
I don't think I received my parcel. What should I do?
No thanks, but what about gift cards?
Actually, how about shipping costs?
How can I be sure that my parcel arrived?
Are you sure vouchers expire?
I was told that I need a receipt. Where do I find it?
I'm not sure how to pack the item.
Thanks!
My order number is 4711.
I bought it 40 days ago.
I want to send it back after 40 days.
Tell me about shipping.
Show me the opening hours.
Is it true that the CEO resigned?
Where do I return the item?
Where can I find the form?
Which source of power does the pump use?
What sources of funding exist?
Are you open on Sundays?
Is it possible to return gift cards?
Does it apply to books?
Do they expire?
Are you sure? And what about shipping?
Can you check the status of my order?
How do you know which box to use?
Don't you sell vouchers?
Why?
Is there a right way to pack it?
Which document do I need to send?
""".strip().splitlines()


@pytest.mark.parametrize("text", CHALLENGES)
def test_a_doubt_is_recognised(text):
    """However it is put."""
    assert recognise(text, BEFORE) == "challenge"


@pytest.mark.parametrize("text", SOURCES)
def test_a_request_for_the_source_is_recognised(text):
    """However it is put."""
    assert recognise(text, BEFORE) == "source"


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_no_doubt(text):
    """Whatever words of doubting it uses."""
    assert recognise(text, BEFORE) == "question"


def test_what_only_doubts_is_left_out_of_a_question():
    """It would be searched for, and what it states would count as given."""
    mixed = "No, it's 60 days. And what about shipping to Norway?"
    assert question_part(mixed, BEFORE) == "And what about shipping to Norway?"
    assert question_part("Can I return it? It is unused.", BEFORE).startswith("Can I return it?")
    assert question_part("Are you sure?", BEFORE) == "Are you sure?"


def test_another_recogniser_may_take_its_place():
    """Any function of the message and the turns."""
    talk = Conversation(VERIFIER, recogniser=lambda text, turns: "source")
    talk.add("When does the shop open?", "It opens at 9:00.", PASSAGES)
    assert talk.ask("Sicher?").kind == "source"


def test_a_very_long_sentence_is_a_question():
    """Whatever it begins with; nobody doubts at such length."""
    assert recognise("Are you sure " + "that it is so and " * 200, BEFORE) == "question"
