import { defineWords } from "../../server/contract/words.ts";

/** UI text of the account page. */
export const accountWords = defineWords("account", {
  title: "My Account",
  loading: "Loading your account...",
  failed: "Your account couldn't be shown",
  retry: "Load the page again",

  bar: {
    home: "Back to Home",
    welcome: "Welcome,",
    logout: "Logout",
  },

  lead: "Access your purchased curriculum and manage your account",

  information: { heading: "Account Information", email: "Email", name: "Name" },

  emailChange: {
    heading: "Change email",
    email: "New email address",
    hint: "We'll email one code to your current address and one to the new address. If you can't read email at your current address anymore, email us.",
    send: "Send codes",
    codes:
      "Enter the {digits}-digit codes that we just sent. They work for 10 minutes, in this browser.",
    code: "Code sent to {email}",
    confirm: "Change email",
    again: "Send new codes",
    cancel: "Cancel",
    done: "Your email has changed, and your orders have moved with it. All other browsers are signed out.",
    subscription:
      "Receipts for your subscription still go to your old address. You can change that under “Manage subscription”, or email us.",
  },

  paper: {
    heading: "Paper size",
    text: "Which size do you print on? We use that size in our emails and ZIP files.",
    both: "Both",
    save: "Save",
  },

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
    receipt: "Receipt",
    credit: "Upgrade: we credited {amount} from order {order}.",
    oneTime: "One-time Purchase",
    subscription: "Subscription",
    gift: "Gift",
    access: "Access Product",
    otherSize: "The same files in {paper}",
    renews: "Subscription renews {period}ly",
    paidUntil: "Paid until",
    endsOn: "Ends on",
    ended: "This subscription has ended. It was paid until",
    paymentFailed: "The last payment failed. Update your card to keep this subscription.",
    manage: "Manage subscription",
    billingFailed:
      "The page for your subscription couldn't be opened. Please try again, or email us.",
    pending:
      "Your payment is being processed. We'll email you as soon as the bank confirms. Your files will be here, too.",
    opensOn:
      "Your files open here on {day}, when the withdrawal period is over. We'll email them to you then.",
    withheld: "You have withdrawn from this order, so we won't deliver these files.",
    withdrawn:
      "This purchase was refunded or its payment was reversed, so its files are no longer available. If that's a mistake, email us with the order number.",
    noFiles: "There are no files to open at the moment. Please email us with the order number.",
    printTip: "Print at 100 % (“actual size”) so that cut-and-match pages fit together.",
  },

  sessions: {
    heading: "Where you are signed in",
    text: "A browser stays signed in for 30 days after its last visit, and for 60 days at most.",
    here: "This browser",
    unknownDevice: "A browser",
    lastUsed: "Last used",
    signOut: "Sign out",
    signOutOf: "Sign out {device}",
    everywhere: "Sign out everywhere",
    signingOut: "Signing out...",
    failed: "We couldn't sign you out. Please try again.",
    gone: "{device} is signed out.",
  },

  help: {
    heading: "Need Help?",
    text: "A file doesn't open, a page doesn't print, or you have a question about an order? Write to us: a real person reads every message.",
    contact: "Contact Support",
    email: "Email Us",
  },
});

/** UI text of the installed app: saved files, printing and offline pages. */
export const accountOfflineWords = defineWords("offline", {
  files: {
    save: "Save",
    saveName: "Save for offline: {file}",
    print: "Print",
    printName: "Print: {file}",
    openName: "Open: ",
    cancelName: "Cancel: {file}",
    removeName: "Remove from this device: {file}",
    retry: "Try again",
    retryName: "Try again: {file}",
    update: "Update",
    updateName: "Update: {file}",
    updateThere: "Update available",
    waiting: "Waiting",
    savingName: "Saving: {file}",
    saved: "Saved",
    away: "Not saved on this device",
  },

  problems: {
    offline: "The connection was lost.",
    full: "This device is full. Free some space and try again.",
    fullBy: "This device is full: {size} more is needed.",
    damaged: "The file arrived damaged.",
    gone: "This file is no longer available. Please reload the page.",
    "signed-out": "You are signed out. Sign in again to save it.",
  },

  progress: "{received} of {total}",

  product: {
    saveAll: "Save all for offline",
    updateAll: "Update {files}",
    cancelAll: "Cancel all",
    retryAll: "Try again",
    allSaved: "All saved on this device",
    failed: "{files} couldn't be saved.",
  },

  panel: {
    heading: "Saved on this device",
    text: "Saved files open and print on this device without a connection.",
    unable:
      "This browser can't save files for when you are offline. You can still open and download them.",
    persisted: "Your browser has promised to keep them until you remove them.",
    unsure:
      "Your browser may remove them when this device runs out of space. You can save them again.",
    full: "This device is full. Remove files you don't need here, or free some space, and try again. Your saved files stay.",
    fullBy:
      "This device is full: {size} more is needed. Remove files you don't need here, or free some space, and try again. Your saved files stay.",
    saveAll: "Save everything ({size})",
    saveAllName: "Save everything for offline ({size})",
    saving: "Saving everything",
    interrupted: "{files} still to save. Saving continues automatically when the shop is back.",
    done: "{files} saved on this device.",
    removeAll: "Remove all",
    sure: "Remove {files} from this device?",
    remove: "Remove",
    keep: "Keep them",
    removed: "No files are saved on this device anymore.",
  },

  printed: {
    tab: "The file is open in a new tab. Print it there with the printer button or Ctrl+P (⌘P on a Mac).",
    system: "The file opens in the PDF app of this device. Print it from the menu there.",
    again: "The file is ready. Please click again.",
    failed: "The file couldn't be opened. Please try again.",
  },

  connection: {
    offline: "You're offline.",
    unread: "We couldn't load your account just now.",
    updated: "Last updated",
    retry: "Try again",
    needed: "This needs a connection.",
  },

  install: {
    heading: "Install the app",
    text: "Open your files from the desktop or the home screen, online or offline.",
    install: "Install {brand}",
    steps: "How to install it",
    ios: [
      "Tap Share in Safari's toolbar.",
      "Choose “Add to Home Screen”, then “Add”.",
      "Open the app from the home screen, sign in, and save your files there.",
    ],
    mac: [
      "Open the File menu of Safari.",
      "Choose “Add to Dock…”, then “Add”.",
      "Open the app from the Dock, sign in, and save your files there.",
    ],
  },
});
