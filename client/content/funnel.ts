import { defineWords } from "../../server/contract/words.ts";

/** UI text of the offers after a purchase. */
export const funnelWords = defineWords("funnel", {
  title: "One more thing for your order",

  safe: {
    heading: "Your order is safe",
    paid: "{name} is paid, and its files are on their way to {email}.",
    waiting:
      "{name} is paid. We'll email its files to {email} on {day}, when the withdrawal period is over.",
    yourMailbox: "your inbox",
    processing: "Your payment is being processed. We'll email you as soon as it is confirmed.",
    unpaid: "Nothing has been charged. You see the total before you pay.",
    order: "See my order",
    slip: "Is this address right?",
    yourPack: "Your pack",
  },

  price: "Price",
  inside: "Pages from the book",

  upsell: {
    step: "Extra 1 of 2",
    heading: "Would you like to add the {name}?",
    value: "Real value",
    accept: "Yes, add it to my order",
    acceptAndPay: "Yes, add it and go to payment",
    decline: "No, thank you",
    hint: "Nothing is charged with this click. You see the total before you pay.",
  },
  upsell2: {
    step: "Extra 2 of 2",
    heading: "And the {name}?",
    value: "Total value",
    accept: "Yes, add it and go to payment",
    decline: "No, continue without it",
  },
  downsell: {
    step: "Extra 2 of 2",
    heading: "Or something smaller: the {name}?",
    value: "Regular price",
    off: "{percent}% OFF",
    accept: "Yes, add it and go to payment",
    decline: "No, continue without it",
  },

  owned: {
    note: "You already have this",
    text: "It is part of one of your orders, so nothing is charged for it.",
    order: "See my order",
    orderWith: "with the {name}",
    next: "Continue",
    payment: "Continue to payment",
    files: "Continue to my order",
    due: "Still to pay",
  },

  /** Button that accepts an offer when nothing is left to pay. */
  acceptFree: "Yes, add it to my order",

  summary: {
    heading: "If you say yes",
    total: "To pay on the next page",
    without: "Without it you pay {amount} on the next page.",
    nothing: "Without it there is nothing more to pay: we take you straight to your order.",
  },

  failed: {
    heading: "Oops! Something went wrong.",
    retry: "Try again",
    retrying: "Loading…",
    home: "Back to Homepage",
    order: "Go to my order",
    safe: "Your purchase is safe, and its files are in your inbox.",
    safeWaiting: "Your purchase is safe. We'll email its files when the withdrawal period is over.",
  },
});
