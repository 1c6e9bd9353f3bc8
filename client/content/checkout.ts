import { defineWords } from "../../server/contract/words.ts";

/** UI text of the order page. */
export const checkoutWords = defineWords("checkout", {
  success: {
    title: "Your purchase",
    verifying: "Verifying purchase information...",
    patience: "One moment, we are loading your order.",
    failed: "Purchase Failed",
    retry: "Retry Verification",
    heading: "Purchase Successful!",
    thanks: "Thank you for your purchase, your order has been confirmed",
    backHome: "Back to Home",
    download: "Download",
    opensOn:
      "Your files open here on {day}, when the withdrawal period is over. We'll email them, too.",
    withheld: "You have withdrawn from this order.",
    productFallback: "Product",
    items: "Your Order ({count} item(s))",
    orderId: "Order ID",
    orderNumber: "Order number",
    receipt: "Receipt",
    date: "Date",
    total: "Total paid",
    withTax: "Includes {amount} tax.",
    discounted: "After a discount of {amount}.",
    sentTo: "We sent your files to",
    onTheWay: "Your files are on their way to",
    notSent: "We couldn't send your files to",
    notSentHint: "Have them emailed again, or email us with your order number.",
    sentHint:
      "Nothing there after a few minutes? Look in the spam folder, or email us with your order number.",
    others: "You also ordered",
    otherOrder: "Order {number}",
    otherLink: "See this order",
    noScript: "Show my purchase",
    noScriptText: "This page can also show your purchase without JavaScript.",
    later: "Your files stay in your account:",
    account: "My account",
    laterHow: "You sign in there with this email address; there is no password.",
    findOrder: "Find my order",
    findOrderText: "Not sure about the address?",
    support: "Is something missing? Email us and include your order number:",
    refusedHint:
      "Nothing was charged. You can order again with the same or another payment method.",
    refusedHelp: "Do you have a question about this payment? Email us:",
    orderAgain: "Order again",
    help: "Did you pay? If no email arrives, email us:",
  },

  gift: {
    heading: "Your gift is on its way",
    thanks: "Thank you for your purchase. Only the recipient can open the files.",
    sendTo: "We email the files to",
    hint: "The receipt goes to you. Is this address wrong? Email us and include your order number.",
    pending:
      "We'll email the files to the recipient as soon as the bank confirms. You don't need to do anything.",
    opensOn: "We'll email the files on {day}, when the withdrawal period is over.",
    again: "You already gave this as a gift",
  },

  again: {
    heading: "You already have this",
    nothing: "Nothing was charged.",
    processing:
      "You have ordered this already, and nothing was charged a second time. We'll email you as soon as the bank confirms.",
  },

  pending: {
    heading: "Your payment is being processed",
    text: "We'll email you as soon as the bank confirms. You don't need to do anything. Your files will appear here, too.",
    willSendTo: "We'll send your files to",
    emailHint: "Some payment methods take a few days. You can close this page.",
    total: "Total",
    waiting: "Waiting for the bank…",
    reload: "Check again",
  },

  email: {
    lost: "Our email couldn't be delivered. Is there a typo in the address? Correct it, and we'll send a new one.",
    open: "Wrong address?",
    label: "The right email address",
    consequence: "We email the files there, and the links we sent before stop working.",
    send: "Send to this address",
    sending: "Sending...",
    keep: "Keep it",
    question: "Did you mean",
    yes: "Yes, send it there",
    no: "No, it's correct",
    sent: "Done, your files are on their way.",
    oldLinks: "The links we sent to {email} no longer work.",
    alsoMoved: "We sent order {numbers} there too.",
    pendingConsequence: "We'll email the files there once they're ready.",
    pendingSent: "Done, your files will go to this address.",
    linksLost: "Reload this page to see your files here again.",
    writeTo: "Write to",
    noScript: "Wrong address? Email us and include your order number:",
  },

  masked: {
    text: "To keep your order private, this page shows the files only in the browser that paid, or shortly after the payment.",
    resend: "Email my files again",
    sending: "Sending...",
    sent: "Your files are on their way.",
    noScript: "To have the files emailed again without JavaScript, email us.",
  },

  per: "a {period}",
  renewal: "It renews every {period}; you can cancel any time in your account.",
  subscription: "Your subscription is activated. Please use {email} to log in.",
});
