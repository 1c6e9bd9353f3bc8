/** UI text of signing in with a passkey, which only administrators have. */
export const passkeyWords = {
  question: "Do you run this shop?",
  signIn: "Sign in with a passkey",
  lead: "Your passkey opens the admin.",
  signedInAs: "You have signed in as",
  use: "Use your passkey",
  checking: "Waiting for your passkey...",
  account: "Go to your purchases",
  lost: "Is it lost? Run “papercub admin link EMAIL” on the server: its link signs in without a passkey.",
  unsupported: "This browser can't use passkeys here. Passkeys need https and a current browser.",
  cancelled: "No passkey was given. Please try again.",
  failed: "The passkey could not be checked",
} as const;
