import { defineWords } from "../../server/contract/words.ts";

/** UI text of the page where a buyer reviews an order. */
export const reviewWords = defineWords("review", {
  title: "Your review",
  heading: "How do you like it?",
  intro: "You bought {products}. Tell others in a sentence or two how you like it.",
  choices: {
    5: "5 stars: wonderful",
    4: "4 stars: good",
    3: "3 stars: all right",
    2: "2 stars: not so good",
    1: "1 star: disappointing",
  },
  textHint: "At most 400 characters.",
  nameHint: "As visitors should see it, such as “Anna” or “Anna B.”",
  use: "We read every review and choose which ones we show on our pages, marked as “Bought here”. Your email address and your order are never shown. To have your review deleted, email us.",
  consent: "You may publish my review with this name.",
  consentMissing: "Please tick this box to send your review, or close the page.",
  send: "Send my review",
  check: "Please check the marked fields.",
  errors: {
    busy: "Too many requests. Please wait a while, then send it again.",
    failed: "We couldn't save your review. Please try again in a few minutes.",
  },
  sent: {
    heading: "Thank you for your review",
    text: "It has reached us. You sent:",
    later: "Would you like to change or delete it? Email us:",
  },
  closed: {
    heading: "This review is closed",
    text: "You can review an order for 90 days. Refunded or withdrawn orders can't be reviewed. You can still tell us what you think:",
  },
  invalid: {
    heading: "This link isn't complete",
    text: "Please open it from the email again. If that doesn't help, email us:",
  },
  home: "Back to Home",
});

/** Text of the choice to be asked for a review. */
export const reviewChoiceWords = defineWords("reviewChoice", {
  off: {
    text: "May we email you two weeks after your purchase to ask how you like it? At most once a year, and one click stops it.",
    button: "Yes, ask me",
  },
  on: {
    text: "We'll email you two weeks after your purchase to ask how you like it.",
    button: "Don't ask me",
  },
});
