/** UI text of signing in with a passkey, which only administrators have. */
export const passkeyWords = {
  question: "Do you run this shop?",
  signIn: "Sign in with a passkey",
  lead: "Your passkey opens the admin.",
  signedInAs: "You have signed in as",
  use: "Use your passkey",
  checking: "Waiting for your passkey...",
  account: "Go to your purchases",
  elsewhere: "Is it on your phone? The window that opens can ask for it there.",
  lost: "Is it lost, or has the shop moved to another address? Run “papercub admin link EMAIL” on the server: its link signs in without a passkey.",
} as const;
