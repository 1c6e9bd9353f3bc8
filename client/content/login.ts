import { defineWords } from "../../server/contract/words.ts";

/** UI text of the sign-in pages. */
export const loginWords = defineWords("login", {
  title: "Sign in",
  heading: "Sign in",
  lead: "Sign in to access your curriculum and learning materials",
  continueWith: "Continue with {provider}",
  signingIn: "Signing in...",
  divider: "or with a code by email",
  email: "Email address",
  emailHint: "The one you bought with. There is no password to remember.",
  send: "Send code",
  sending: "Sending...",
  code: "Verification code",
  codeHint: "Enter the {digits}-digit code sent to {email}",
  codePlaceholder: "000000",
  verify: "Sign in",
  verifying: "Verifying...",
  back: "Back to email entry",
  again: "Send a new code",
  againIn: "Send a new code (in {seconds} s)",
  sentAgain: "A new code is on its way. Earlier codes no longer work.",
  codeShort: "The code has {digits} digits: {missing} are missing.",
  codeShortByOne: "The code has {digits} digits: one is missing.",
  usedUp: "This code no longer works. Send a new one.",
  tooMany: "Too many requests. Please try again {wait}.",
  lastCode: "Did we email you a code in the last 10 minutes? It still works: enter it.",
  enterCode: "Enter the code",
  orByCode: "Or use a code by email below.",
  notThere: "No email? It can take a minute. Please look in your spam folder, too.",
  sameBrowser: "The code works for 10 minutes, in this browser.",
  keyFor: "Sign in as",
  success: "Login successful! Redirecting...",
  inThisWindow: "Continue in this window",
  signedOut: {
    heading: "You are signed out on this device.",
    pending:
      "We couldn't reach the shop, so you may still be signed in there. We try again as soon as you are online.",
    retry: "Try again",
    retrying: "Trying again...",
    done: "You are now fully signed out.",
  },
  legal: "By signing in you agree to our",
  legalAnd: "and",
  terms: "Terms of Service",
  privacy: "Privacy Policy",
  findQuestion: "Not sure which email you bought with?",
  find: "Find my order",
  noCookies: "Please allow cookies for this site. Without them a code can't sign you in.",
  demoMail: "This is a demo: the mail is in the",
  demoMailbox: "demo mailbox",
});

/** UI text of the page that finds orders by email. */
export const findWords = defineWords("find", {
  title: "Find my order",
  heading: "Find my order",
  lead: "Enter the email address you paid with. We email you a code, and the code opens your orders and files.",
  emailHint: "If you aren't sure, try each of your addresses.",
  send: "Find my order",
  sent: "If there are orders for {email}, a {digits}-digit code is on its way.",
  nothing:
    "No code after a few minutes? Look in your spam folder, too. If it isn't there, this email probably has no orders. Try another one, or email us.",
  contact: "Contact us",
  signIn: "Sign in instead",
});

/** UI text of the OAuth callback window. */
export const callbackWords = defineWords("callback", {
  title: "Logging in",
  heading: "Logging in",
  text: "Please wait, we are verifying your identity...",
  done: "You can close this window now.",
  failed: "We couldn't sign you in",
  again: "Back to sign in",
  noScript: "Signing in this way needs JavaScript. A code by email works without it.",
});
