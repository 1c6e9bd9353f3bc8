/** UI text of signing in with a passkey, which only administrators have. */
export const passkeyWords = {
  question: "Do you run this shop?",
  signIn: "Sign in with a passkey",
  lead: "One more step: use your passkey to open the admin.",
  signedInAs: "You are signed in as",
  use: "Use your passkey",
  checking: "Waiting for your passkey...",
  account: "Go to your purchases",
  elsewhere: "Is your passkey on your phone? Choose the phone in the window that opens.",
  lost: "Lost your passkey, or has the shop moved to another address? Run “papercub admin link EMAIL” on the server. The link it prints signs you in without a passkey.",
} as const;
