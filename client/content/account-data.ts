import { defineWords } from "../../server/contract/words.ts";

/** UI text about the buyer's data on the account page. */
export const accountDataWords = defineWords("accountData", {
  heading: "Your data",
  text: "Download everything we store about you: your account, orders, messages and emails, and a receipt for each order.",
  download: "Download my data",
  delete: "Delete my account",
});

/** UI text of the page where a buyer deletes the account. */
export const deletionWords = defineWords("deletion", {
  title: "Delete my account",
  heading: "Delete your account?",
  points: [
    "Your account, your sign-ins on all devices, your reviews and your messages to us are deleted right away. We can't bring them back.",
    "We have to keep your orders for accounting. We delete your name and email from them {years} years after the end of the year in which you paid.",
    "These orders won't appear in any account again. If you sign in with the same email later, you start with a new, empty account.",
    "You won't get any more news from us. Emails you unsubscribed from stay off.",
    "Files you saved for offline are removed the next time you open the shop on that device. Files you downloaded or printed are yours to keep.",
  ],
  gifts: "Gifts that you bought stay with the people you gave them to.",
  downloadFirst: "Download your data first",
  files: "And your files?",
  keep: "Keep my links",
  keepText:
    "The links in our emails work for 60 days after each email. After that, email us from the same address and we'll send new ones.",
  end: "End my access now",
  endText: "All links to your files stop working right away.",
  next: "Email me a code",
  back: "Back to my account",
  code: {
    heading: "Check your email",
    text: "We've sent a 6-digit code to {email}. Your account is deleted when you enter it here.",
    field: "Code",
    kept: "The links in our emails keep working.",
    ended: "Your access to all files ends.",
    delete: "Delete my account now",
    again: "Email me a new code",
  },
  errors: {
    code: "That code isn't right, or it has expired. Please try again, or ask for a new one.",
    busy: "Too many requests. Please wait a while and try again.",
    failed:
      "We couldn't delete your account right now. Please try again in a few minutes, or email us.",
  },
  obstacles: {
    heading: "Your account can't be deleted yet",
    administrator:
      "You run this shop. Another administrator has to remove your rights first. If you're the only one, make somebody else an administrator.",
    processing:
      "The bank is still processing one of your payments. Please wait until we email you about it.",
    dispute:
      "One of your payments is disputed at your bank. Please wait until the bank has decided, or end the dispute there.",
    subscription:
      "You have a subscription that renews. Please cancel it in your account (“Manage subscription”), then come back.",
    contact: "Any questions? Email us:",
  },
  done: {
    heading: "Your account is deleted",
    text: "You are signed out everywhere.",
    kept: "The links in our emails keep working for 60 days after each email. If you need new ones later, email us from the same address.",
    ended: "Your access to all files has ended.",
    home: "Back to Home",
  },
});
