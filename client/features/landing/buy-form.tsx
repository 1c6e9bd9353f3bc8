import { useId } from "react";
import type { ButtonLook } from "../../components/button.tsx";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { payWords } from "../../content/pay.ts";
import { landingWords } from "../../content/landing.ts";
import { CANCEL_ROUTER } from "../../lib/checkout-paths.ts";
import { storeCheckoutError, useCheckout } from "../../lib/checkout.ts";
import { usePage } from "../../lib/page-context.ts";

type BuyFormProps = {
  productId: number;
  /** Id of the element with the product's name, for a unique accessible name. */
  nameId: string;
  look: ButtonLook;
};

/** Buys one pack; after the payment the buyer returns to the first offer. */
export function BuyForm({ productId, nameId, look }: BuyFormProps) {
  const { go } = usePage();
  const back = { successRouter: `/upsell/${productId}`, cancelRouter: CANCEL_ROUTER };
  const checkout = useCheckout(back);
  const { starting } = checkout;
  const buttonId = useId();

  function showError(message: string): void {
    // Without storage the text goes into the URL.
    const stored = storeCheckoutError(window, message);
    const query = stored ? "" : `?${new URLSearchParams({ error: message })}`;
    void go(`/checkout/error${query}`);
  }

  return (
    <CheckoutForm
      checkout={checkout}
      productIds={[productId]}
      look={look}
      onFail={showError}
      id={buttonId}
      labelledBy={`${buttonId} ${nameId}`}
      status={<StartingStatus starting={starting} />}
    >
      {starting ? payWords.processing : landingWords.pricing.button}
    </CheckoutForm>
  );
}
