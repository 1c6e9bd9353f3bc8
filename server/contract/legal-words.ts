import { defineWords } from "./words.ts";

// A lawyer must review these texts before the shop opens.

/**
 * Texts of the payment page, in the provider's Markdown. `terms` and `refund` are URLs; `codeEnded`
 * and `codeUnchecked` come before the notice, `savesCard` after it.
 */
export const agreementWords = defineWords("agreement", {
  notice: "Please read our [Terms of Service]({terms}) and our [Refund Policy]({refund}).",
  savesCard:
    "Your card is saved with our payment provider, so that you can pay for an offer after this purchase without typing it again. Nothing more is charged unless you confirm it.",
  codeEnded: "Your code {code} has ended or can't be used here: this is the normal price.",
  codeUnchecked: "We couldn't check your code {code} just now: this is the normal price.",
  terms:
    "I agree to the [Terms of Service]({terms}) and the [Refund Policy]({refund}). I want my files right away, and I know that I lose my right of withdrawal once they are delivered.",
});
