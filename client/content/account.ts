/** Words of the account: the spec's verbatim, ours where it is silent. */
export const accountWords = {
  title: "My Account",
  loading: "Loading your account...",
  failed: "Your account could not be shown",
  retry: "Load the page again",

  bar: {
    home: "Back to Home",
    welcome: "Welcome,",
    logout: "Logout",
  },

  lead: "Access your purchased curriculum and manage your account",

  information: { heading: "Account Information", email: "Email", name: "Name" },

  history: {
    heading: "Purchase History",
    empty: "No Purchases Yet",
    emptyText: "You haven't made any purchases yet. Explore our curriculum to get started!",
    browse: "Browse Curriculum",
    otherEmail: "Did you buy something with another email?",
    find: "Find my order",
    retry: "Try again",
    fallbackName: "Digital Product",
    order: "Order",
    oneTime: "One-time Purchase",
    subscription: "Subscription",
    access: "Access Product",
    renews: (period: string) => `Subscription renews ${period}ly`,
    paidUntil: "Paid until",
    endsOn: "Ends on",
    ended: "This subscription has ended. It was paid until",
    paymentFailed: "The last payment failed. Update your card to keep this subscription.",
    manage: "Manage subscription",
    billingFailed:
      "The page for your subscription could not be opened. Please try again, or write to us.",
    pending:
      "Your payment is being processed. We will mail the files as soon as the bank confirms, and you will find them here, too.",
    withdrawn:
      "This purchase was refunded or its payment was reversed, so its files are no longer available. If that is a mistake, write to us with the order number.",
    noFiles: "There are no files to open at the moment. Please write to us with the order number.",
    printTip: "Print at 100 % (“actual size”) so that cut-and-match pages fit together.",
  },

  sessions: {
    heading: "Where you are signed in",
    text: "A browser stays signed in for 30 days after its last visit, and for 60 days at most.",
    here: "This browser",
    unknownDevice: "A browser",
    lastUsed: "Last used",
    signOut: "Sign out",
    signOutOf: (device: string) => `Sign out ${device}`,
    everywhere: "Sign out everywhere",
    signingOut: "Signing out...",
    failed: "Signing out did not work. Please try again.",
    gone: (device: string) => `${device} is signed out.`,
  },

  help: {
    heading: "Need Help?",
    text: "A file does not open, a page does not print, or you have a question about an order? A person reads your message.",
    contact: "Contact Support",
    email: "Email Us",
  },
} as const;
