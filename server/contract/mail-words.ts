import { defineWords } from "./words.ts";

/** Texts that several mails share. `account` and `find` are URLs. */
export const mailWords = defineWords("mail", {
  greeting: "Hello,",
  greetingNamed: "Hello {name},",
  foot: "Something not right? Reply to this email or write to {support}.",
  stop: "Don't want these emails? Stop them here",
  modes: {
    demo: "This is a demo order: no money has moved.",
    test: "This is a test order: no money has moved.",
  },
  wayBack: "sign in with {email} at {account} or use Find my order: {find}",
  rate: "{amount} a {period}",
  terms: {
    ends: "{rate}, cancelled.",
    endsOn: "{rate}, cancelled: it ends on {day}.",
    open: "{rate}. Cancel any time in your account: {account}",
    renews: "{rate}, renews {day}. Cancel any time in your account: {account}",
  },
});

export const codeMailWords = defineWords("mail.code", {
  subject: "{code} is your {brand} code",
  title: "Your sign-in code",
  code: "Your sign-in code: {code}",
  validity: "It works for 10 minutes, in the browser where you asked for it.",
  unasked: "If you didn't ask for it, ignore this email: nobody can sign in without the code.",
  deletion: {
    subject: "{code} is your code to delete your {brand} account",
    title: "Your code to delete your account",
    code: "Your code to delete your account: {code}",
    unasked:
      "If you didn't ask for it, somebody may be signed in to your account. Nothing is deleted without the code: don't share it, and sign out everywhere on your account page.",
  },
  guesses: {
    subject: "Sign-in codes are switched off for your address",
    reasons: [
      "Too many wrong codes were tried for your address, maybe by somebody else. To protect your printables, codes don't work at the moment.",
      "This link still signs you in: once, within 10 minutes, in the browser where you asked for it. After that, codes work again.",
    ],
  },
  requests: {
    subject: "Your link to sign in",
    reasons: [
      "You or somebody else asked for several sign-in codes for your address. We won't email more codes for up to an hour.",
      "Because you run the shop, you can still sign in with this link: once, within an hour, in any browser.",
    ],
  },
  button: "Sign in",
  unaskedLink: "If you didn't ask for it, ignore this email: nobody has signed in.",
});

export const deliveryWords = defineWords("mail.delivery", {
  subject: "Your printables are ready (order {number})",
  preview: "{items}: open, save and print.",
  title: "Your printables are ready",
  intro:
    "{greeting} thank you for your order. Here are your files; each link opens without signing in.",
  all: "Download all ({size})",
  zip: "Everything in one ZIP, {size}:",
  open: "Open",
  openPaper: "Open {paper}",
  otherSize: "The same files in {paper}",
  printTip:
    "Print at 100 % (“actual size”). A4 for most of the world, US Letter for the US and Canada.",
  printTipOneSize: "Print at 100 % (“actual size”).",
  orderNumber: "Order number",
  receipt: "Receipt",
  invoice: "Invoice",
  withdraw: "Withdraw from this order",
  total: "Total",
  keep: "Keep this email: the links work until {day}. Later, {wayBack}",
  keepSubscribed:
    "Keep this email: the links work until {day}, those to subscription files only while you subscribe. Later, {wayBack}",
  gift: {
    subject: "A gift for you: your printables are ready",
    title: "You've got a gift",
    intro:
      "{greeting} {giver} has bought these printables for you. Here are your files; each link opens without signing in.",
    introUnnamed:
      "{greeting} somebody has bought these printables for you. Here are your files; each link opens without signing in.",
    stranger:
      "This is order {number}. If you don't know who bought it for you, somebody mistyped an address. You can delete this email.",
  },
  more: {
    heading: "More for you",
    upgrade: "{name}: upgrade for {price} instead of {full}",
    see: "See all in your account",
  },
});

export const receivedMailWords = defineWords("mail.received", {
  subject: "Order received, waiting for your bank ({number})",
  title: "Order received, waiting for your bank",
  intro:
    "{greeting} thank you for your order. Your bank hasn't confirmed the payment yet; some payment methods take a few days.",
  orderNumber: "Order number: {number}",
  total: "Total: {amount}",
  next: "There is nothing more to do: as soon as the bank confirms, we'll email you at {email}.",
  nextGift:
    "There is nothing more to do: as soon as the bank confirms, we'll email the files to {email}, and the receipt to you.",
  refusal: "If it declines the payment, nothing is charged, and we'll let you know.",
  button: "See your order",
  later: "Your files will be in your account as well: {wayBack}",
  stranger: "If you didn't order this, somebody mistyped an address. Please ignore this email.",
});

export const failedMailWords = defineWords("mail.failed", {
  subject: "The payment for order {number} didn't go through",
  preview: "Nothing was charged.",
  title: "The payment didn't go through",
  text: "Your bank didn't confirm the payment for order {number}. Nothing was charged, and no files were sent.",
  again:
    "You ordered: {items}. If you still want this, order again with the same or another payment method.",
  button: "Order again",
});

export const addressMailWords = defineWords("mail.address", {
  subject: "Order {number} has a new email address",
  preview: "The files of this order now go to another address.",
  title: "A new address for order {number}",
  text: "The buyer of order {number} has corrected the email address. Its files now go to {email}, and the links we sent to this address no longer work.",
  stranger:
    "If this order is yours and you didn't ask for this, write to {support} and include the order number. If you know nothing about it, somebody mistyped an address and you can delete this email.",
});

export const changeMailWords = defineWords("mail.emailChange", {
  subject: "{code} is your {brand} code for a new email",
  title: "Your code for a new email",
  current:
    "Somebody who is signed in to your account wants to change its email from this address to {email}. If that's you, enter this code:",
  next: "Somebody wants to use this address for an account. If that's you, enter this code:",
  code: "Your code: {code}",
  validity:
    "It works for 10 minutes, in the browser where you asked for it, together with the code that we sent to the other address.",
  stolen:
    "If you didn't ask for it, don't give this code to anybody: without it, your email stays as it is. Then open {account} and click “Sign out everywhere”.",
  unasked: "If you didn't ask for it, ignore this email: nothing happens without the code.",
});

export const changedMailWords = defineWords("mail.emailChanged", {
  subject: "Your {brand} account has a new email",
  preview: "Your account and your orders now use another address.",
  title: "Your account has a new email",
  text: "Your account now uses {email}. Please sign in with that address from now on.",
  moved:
    "Your orders have moved too: we'll send files and news about them to the new address. Links in earlier emails still work.",
  stranger: "If you didn't change it, email us right away at {support}, and we'll help you.",
});

export const refundMailWords = defineWords("mail.refund", {
  subject: "Your refund for order {number}",
  preview: "{amount} is on its way back to you.",
  title: "Your refund is on its way",
  text: "{greeting} we have refunded {amount} for your order {number}. It goes back to the card or account you paid with and usually arrives within 5 to 10 days.",
  sum: "Together with earlier refunds this makes {sum} of the {total} you paid.",
  ended: "With this refund your access to {items} has ended, so those files no longer open.",
  endedGift: "Because of this refund, the recipient can no longer open {items}.",
  others: "Your other files stay yours: {wayBack}",
  unchanged: "Nothing changes for your files. To open them at any time, {wayBack}",
});

export const endedMailWords = defineWords("mail.ended", {
  dispute: {
    subject: "Your access to order {number} has ended",
    title: "Your access has ended",
    text: "{greeting} your bank has returned the payment for order {number} to you after a dispute. So your access to {items} has ended, and the links we sent no longer open.",
    textGift:
      "{greeting} after a dispute, your bank returned your payment for order {number}. The recipient can no longer open {items}, and the links we sent have stopped working.",
    mistake: "Was the dispute a mistake? Reply to this email, and we'll sort it out together.",
  },
  subscription: {
    subject: "Your subscription {items} has ended",
    title: "Your subscription has ended",
    text: "{greeting} your subscription {items} (order {number}) has ended, so its files no longer open. Thank you for being with us!",
    again: "Would you like to continue? You are welcome back at any time.",
    button: "See what we offer",
  },
});

export const versionMailWords = defineWords("mail.version", {
  subject: "A new version of {file} is ready",
  preview: "It is part of your {product}, and costs nothing.",
  title: "A new version is ready",
  intro:
    "{greeting} there is a new version of {file}, which is part of your {product}. It costs nothing; print it instead of the old one.",
  button: "Open the new version",
  facts: "{pages}, {size}. The link opens without signing in until {day}. Later, {wayBack}",
  order: "This file is from your order {number}.",
});

export const contactMailWords = defineWords("mail.contact", {
  thanks: {
    subject: "Thank you for contacting {brand}",
    preview: "We reply within 24-48 hours.",
    title: "Thank you for your message",
    intro: "{greeting} thank you for writing to {brand}. Your message has arrived.",
    reply:
      "We'll answer to {email} within 24-48 hours: technical support within 24 hours, general inquiries within 48.",
    quote: "Your message, with addresses and links disabled:",
    stranger: "If you didn't write to us, somebody mistyped an address. You can delete this email.",
    foot: "This is an automatic message; please don't reply to it. To add something, write to {support}.",
  },
  answer: {
    subject: "Re: {subject}",
    subjectMissing: "Your message to {brand}",
    title: "An answer to your message",
    quote: "You wrote:",
    foot: "Anything else? Reply to this email or write to {support}.",
  },
});

export const recoveryMailWords = defineWords("mail.recovery", {
  subject: "You haven't finished your order",
  preview: "Your order is still waiting for you, and nothing was charged.",
  title: "You haven't finished your order",
  intro:
    "{greeting} you left the payment page before paying, and agreed to a reminder. Nothing was charged. You chose:",
  button: "Finish my order",
  once: "The link works for 30 days. This is the only reminder we'll send. If you have changed your mind, you don't need to do anything.",
});

export const reviewMailWords = defineWords("mail.review", {
  subject: "How do you like {product}?",
  preview: "A sentence and a few stars help others choose.",
  title: "How do you like it?",
  intro: "{greeting} on {day} you bought:",
  text: "Would you tell others in a sentence how you like it? It takes a minute, and you don't have to sign in.",
  button: "Write a review",
  use: "We ask because you agreed to it on the page of your order {number}. This is the only email about it.",
});

export const movedMailWords = defineWords("mail.moved", {
  subject: "Your files are at {brand} now",
  preview: "Everything you bought is in your account here.",
  title: "Your files have moved",
  intro:
    "{greeting} we have moved our shop. Your earlier purchases are here now, and there is nothing to pay:",
  signIn: "Sign in with {email}. We'll email you a code, so you don't need a password.",
  button: "Open my account",
  once: "This is the only email we'll send about the move.",
});

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

/** Texts of the receipt for the giver of a gift. `email` is the recipient's, masked. */
export const giftMailWords = defineWords("mail.gift", {
  subject: "Your gift is on its way (order {number})",
  title: "Your gift is on its way",
  intro: "{greeting} thank you for your order. We have received your payment.",
  sent: "The files are on their way to {email}.",
  waits: "We'll email the files to {email} on {day}, when the withdrawal period is over.",
  orderNumber: "Order number: {number}",
  total: "Total: {amount}",
  button: "See your receipt",
  invoice: "Invoice: {url}",
  withdraw: "Changed your mind? You can withdraw here: {url}",
  wrong: "Is the address of the recipient wrong? Reply to this email, and we'll correct it.",
});
