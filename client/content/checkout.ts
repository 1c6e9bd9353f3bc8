/** Words of the checkout return pages: the spec's verbatim, ours where it is silent. */
export const checkoutWords = {
  processing: "Processing...",

  success: {
    title: "Your purchase",
    verifying: "Verifying purchase information...",
    patience: "One moment, your order is on its way to this page.",
    failed: "Purchase Failed",
    retry: "Retry Verification",
    heading: "Purchase Successful!",
    thanks: "Thank you for your purchase, your order has been confirmed",
    backHome: "Back to Home",
    download: "Download",
    productFallback: "Product",
    orderId: "Order ID",
    orderNumber: "Order number",
    date: "Date",
    total: "Total paid",
    sentTo: "We sent your files to",
    onTheWay: "Your files are on their way to",
    notSent: "We could not send your files to",
    sentHint:
      "Nothing there after a few minutes? Look in the spam folder, or write to us with your order number.",
    others: "You ordered this as well",
    otherOrder: (number: string) => `Order ${number}`,
    otherLink: "See this order",
    personalUse: "For personal, non-commercial use only.",
    noScript: "Show my purchase",
    noScriptText: "This page can also show your purchase without JavaScript.",
    later: "Your files stay in your account:",
    account: "My account",
    laterHow: "You sign in there with this email address; there is no password.",
    findOrder: "Find my order",
    findOrderText: "Not sure about the address?",
    support: "Is something missing? Write to us and name your order number:",
    refusedHint: "Nothing was charged. You can order again with this or another way to pay.",
    refusedHelp: "Do you have a question about this payment? Write to us:",
    orderAgain: "Order again",
    help: "Did you pay? Then your files are on their way by email. If they do not arrive, write to us:",
  },

  again: {
    heading: "You already have this",
    files: "Nothing was charged; here are your files.",
    nothing: "Nothing was charged.",
    processing:
      "You have ordered this already, and nothing was charged a second time. We will mail the files as soon as the bank confirms.",
  },

  pending: {
    heading: "Your payment is being processed",
    text: "We will mail the files as soon as the bank confirms. There is nothing more to do, and this page shows them too when it stays open.",
    willSendTo: "We will send your files to",
    addressHint: "Some payment methods take a few days. You can close this page at any time.",
    total: "Total",
    waiting: "Waiting for the bank…",
    reload: "Check again",
  },

  address: {
    refused:
      "Its mail server did not take our mail. Is there a slip in the address? Correct it, and we send a new one.",
    open: "Wrong address?",
    label: "The right email address",
    consequence: "We mail the files there, and the links we sent before stop working.",
    send: "Send to this address",
    sending: "Sending...",
    keep: "Keep it",
    question: "Did you mean",
    yes: "Yes, send it there",
    no: "No, it is right",
    sent: (oldAddress: string) =>
      `Done, your files are on their way. The links we sent to ${oldAddress} no longer work.`,
    alsoMoved: (numbers: string[]) => `Order ${numbers.join(", ")} went there as well.`,
    pendingConsequence: "We will mail the files there as soon as the payment is confirmed.",
    pendingSent: "Done, your files will go to this address.",
    linksLost: "Reload this page to see your files here again.",
    writeTo: "Write to",
    noScript: "Wrong address? Write to us and name your order number:",
  },

  masked: {
    text: "To keep your order private, this page shows the files only in the browser that paid, or shortly after the payment.",
    resend: "Mail my files again",
    sending: "Sending...",
    sent: "Your files are on their way. It can take a few minutes.",
    noScript: "To have the files mailed again without JavaScript, write to us.",
  },

  renewal: (period: string) =>
    `It renews every ${period}; you can cancel any time in your account.`,
  subscription: (email: string) => `Your subscription is activated. Please use ${email} to log in.`,

  cancel: {
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
      paid: (number: string) => `Your order ${number} is paid and safe. Nothing more was charged.`,
      processing: (number: string) =>
        `Your order ${number} is safe: its payment is being processed. Nothing more was charged.`,
      link: "See my order",
    },
    offer: "Back to the offer",
    retry: "Try Payment Again",
    home: "Return to Shop",
    back: "Go Back",
  },

  error: {
    title: "Checkout Error",
    heading: "Checkout Error",
    text: "Do not worry: no payment has been charged.",
    detailsHeading: "Error Details",
    solutionsHeading: "Common solutions",
    solutions: [
      "Check your internet connection",
      "Make sure that your card has sufficient funds",
      "Try a different payment method",
      "Clear your browser's cache and cookies",
      "Disable ad blockers for this site",
    ],
    retry: "Try Again",
    home: "Return to Shop",
    back: "Go Back",
    support: "Still stuck? Our support replies within 24 hours:",
  },
} as const;
