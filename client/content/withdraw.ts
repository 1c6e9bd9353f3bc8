import { defineWords } from "../../server/contract/words.ts";

/** UI text of the withdrawal page. A lawyer must review it before the shop opens. */
export const withdrawWords = defineWords("withdraw", {
  title: "Withdraw from a contract",
  heading: "Withdraw from a contract",
  intro:
    "Changed your mind? Tell us which order. You need no account, and you don't have to give a reason. You'll see the order before anything is sent.",
  name: "As in your order.",
  email: "The address you ordered with. We send the receipt there.",
  number: "It is in the email with your files and looks like K7QM-3XRT.",
  next: "Continue",
  find: "Find my order",
  check: "Please check the marked fields.",
  errors: {
    unknown:
      "We found no paid order with this number and this email address. Please check both. If you aren't sure, look in the email with your files, or email us.",
    refunded:
      "This order has been refunded in full, so there's nothing to withdraw from. Missing a refund? Email us.",
    busy: "Too many requests. Please wait a while, or email us.",
    failed: "We couldn't send this. Please try again in a few minutes, or email us.",
  },
  confirm: {
    heading: "Withdraw from this order?",
    text: "Please check the order. Your withdrawal is sent when you confirm it.",
    late: "The withdrawal period of 14 days is over for this order. You can still send your withdrawal: we'll review it and email you.",
    number: "Order number",
    day: "Ordered on",
    items: "Products",
    total: "Total",
    name: "Name",
    email: "Receipt to",
    statement: "Your declaration",
    confirm: "Confirm withdrawal",
    change: "Change the details",
  },
  done: {
    heading: "We received your withdrawal",
    again: "You have already withdrawn",
    received: "It reached us on {time}.",
    first: "Your withdrawal from this order reached us on {time}. You don't need to send it again.",
    receipt: "The receipt is on its way to your email address. Please keep it.",
    receiptSent: "We emailed you the receipt at that time.",
    next: "We'll review it and email you. Any money due to you goes back the way you paid, within 14 days.",
    late: "It reached us after the withdrawal period of 14 days. We'll still review it and email you.",
    home: "Back to Home",
  },
});
