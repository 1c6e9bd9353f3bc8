/** Words of addresses that lead nowhere, beside the title; most visitors never load them. */
export const notFoundWords = {
  text: "This page is not in the folder. It may have moved, or the address has a slip in it.",
  pricing: "See the packs",
} as const;

/** Words of a refused file link. */
export const fileNotFoundWords = {
  title: "This file link does not open",
  text: "Links to files run out after a while, and stop when the address is cut short. Your files are in your account: sign in with the email address you bought with. Not sure which? Find my order mails a code to any address that has orders. Still stuck? Write to us with your order number.",
  support: "Write to us",
  signIn: "Sign in to my account",
  find: "Find my order",
} as const;
