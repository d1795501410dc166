// Something to try the page with.

export const EXAMPLE = {
  question: "How long do I have to send back a laptop?",
  answer: "Laptops can be sent back within 60 days of delivery [returns-2]. The refund goes to the card "
    + "that was used, usually within 5 business days [refunds-1]. 🎒 Bags and sleeves are never taken back. "
    + "Sending a laptop back is free of charge in Germany [returns-2].",
  passages: [
    {
      id: "returns-2",
      text: "Customers may return laptops within 30 days of delivery. Returns from Germany and Austria are free of charge. "
        + "The device has to be reset before it is sent.",
      source: "returns.md",
      title: "Returns",
    },
    {
      id: "refunds-1",
      text: "Refunds are paid to the card that was used for the order. They usually arrive within 5 business days.",
      source: "refunds.md",
      title: "Refunds",
    },
  ],
};
