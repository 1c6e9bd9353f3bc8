import { defineWords } from "../../server/contract/words.ts";

/** UI text of the page that stops optional mails. */
export const mailStopWords = defineWords("mailStop", {
  title: "Stop these emails",
  topics: {
    news: {
      heading: "Stop news about your files?",
      text: "We'll then no longer email {email} when we correct a printable.",
      stopped:
        "We no longer email {email} when we correct a printable. You can turn this on again in your account.",
    },
    reminders: {
      heading: "Stop reminders?",
      text: "We'll then no longer remind {email} of unfinished orders.",
      stopped: "We no longer remind {email} of unfinished orders.",
    },
    reviews: {
      heading: "Stop requests for a review?",
      text: "We'll then no longer ask {email} for a review.",
      stopped: "We no longer ask {email} for a review.",
    },
  },
  kept: "You'll still get emails about your orders, such as your files and receipts.",
  stop: "Stop these emails",
  done: "Done, these emails have stopped",
  invalid: {
    heading: "This link isn't complete",
    text: "Please open it from the email again. If that doesn't help, reply to the email or email us, and we'll stop these emails for you:",
  },
  home: "Back to Home",
});

/** UI text of the choice to get mails about corrected files. */
export const newsWords = defineWords("news", {
  heading: "News about your files",
  off: {
    text: "Would you like an email when we correct one of your printables? Nothing else, and one click stops it.",
    button: "Yes, email me",
  },
  on: {
    text: "We email you when we correct one of your printables.",
    button: "Stop these emails",
  },
});
