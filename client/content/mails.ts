import { defineWords } from "../../server/contract/words.ts";

/** UI text of the page that stops optional mails. */
export const mailStopWords = defineWords("mailStop", {
  title: "Stop these mails",
  topics: {
    news: {
      heading: "Stop news about your files?",
      text: "After that, we no longer email {email} when a printable has been corrected.",
      stopped:
        "We no longer email {email} when a printable has been corrected. You can switch this on again in your account.",
    },
    reminders: {
      heading: "Stop reminders?",
      text: "After that we no longer remind {email} of an order that was not finished.",
      stopped: "We no longer remind {email} of an order that was not finished.",
    },
  },
  kept: "Mails about your orders, such as your files and your receipts, still reach you.",
  stop: "Stop these mails",
  done: "Done, these mails have stopped",
  invalid: {
    heading: "This link is not complete",
    text: "Please open it from the mail again. If that does not help, reply to the mail or write to us, and we stop these mails for you:",
  },
  home: "Back to Home",
});

/** UI text of the choice to get mails about corrected files. */
export const newsWords = defineWords("news", {
  heading: "News about your files",
  off: {
    text: "Shall we mail you when one of your printables has been corrected? Nothing else, and one click ends it.",
    button: "Yes, mail me",
  },
  on: {
    text: "We mail you when one of your printables has been corrected.",
    button: "Stop these mails",
  },
});
