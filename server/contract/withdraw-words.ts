import { defineWords } from "./words.ts";

// A lawyer must review these texts before the shop opens.

/** Texts of a withdrawal: the declaration, and its receipt by mail. */
export const withdrawalWords = defineWords("mail.withdrawal", {
  statement: "I withdraw from my contract for order {number} of {day}: {items}.",
  subject: "We received your withdrawal (order {number})",
  preview: "Your receipt for order {number}.",
  title: "We received your withdrawal",
  intro:
    "{greeting} your withdrawal reached us on {time}. Please keep this email: it is your receipt.",
  declared: "Declared by {name}, {email}:",
  next: "We'll review it and email you. Any money due to you goes back the way you paid, within 14 days.",
  late: "It reached us after the withdrawal period of 14 days. We'll still review it and email you.",
  stranger: "If you didn't send this, please reply to this email, and nothing will change.",
});

/** Texts of the mail that confirms an order whose files wait for the end of the withdrawal period. */
export const waitingMailWords = defineWords("mail.waiting", {
  subject: "Your order {number} is confirmed",
  title: "Your order is confirmed",
  intro: "{greeting} thank you for your order. We have received your payment.",
  orderNumber: "Order number: {number}",
  total: "Total: {amount}",
  next: "We'll email your files to {email} on {day}, when the withdrawal period is over.",
  withdraw: "Changed your mind? Until then, you can withdraw here: {url}",
});
