import { defineWords } from "./words.ts";

// A lawyer must review these texts before the shop opens.

/** Texts of the payment page, in the provider's Markdown. `terms` and `refund` are URLs. */
export const agreementWords = defineWords("agreement", {
  notice: "Please read our [Terms of Service]({terms}) and our [Refund Policy]({refund}).",
  terms:
    "I agree to the [Terms of Service]({terms}) and the [Refund Policy]({refund}). I want my files right away, and I know that I lose my right of withdrawal once they are delivered.",
});
