import { defineWords } from "../../server/contract/words.ts";

/** UI text of the page after a canceled payment. */
export const cancelWords = defineWords("cancel", {
  title: "Payment Cancelled",
  heading: "Payment Cancelled",
  text: "No charges were made. You can try the payment again whenever you like.",
  reasonsHeading: "This happens when you",
  reasons: [
    "closed the payment window",
    "clicked the back button",
    "wanted to review your order first",
  ],
  helpHeading: "What is waiting for you",
  help: [
    "36 weeks of screen-free activities for ages 2 to 5",
    "Instant PDF download in A4 and US Letter",
    "One-time payment, no subscription",
    "Secure checkout at our card payment provider",
  ],
  order: {
    paid: "Your order {number} is paid and safe. Nothing more was charged.",
    processing:
      "Your order {number} is safe: its payment is being processed. Nothing more was charged.",
    link: "See my order",
  },
  offer: "Back to the offer",
  retry: "Try Payment Again",
  home: "Return to Shop",
  back: "Go Back",
});

/** UI text of the page that reopens an embedded checkout in a new tab. */
export const framedWords = defineWords("framed", {
  title: "Pay in a new tab",
  heading: "Pay in a new tab",
  text: "This shop is shown inside another page, where the payment page can't open. The button opens it in a new tab.",
  hint: "Nothing has been charged yet. You can come back to this page at any time.",
  open: "Continue to payment",
  home: "Return to Shop",
});
