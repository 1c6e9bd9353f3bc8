import { useRouter } from "@tanstack/react-router";
import { useId } from "react";
import { Button, type ButtonLook } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { CANCEL_ROUTER } from "../../lib/checkout/start-checkout.ts";
import { useCheckout } from "../../lib/checkout/use-checkout.ts";
import { storeCheckoutError } from "./error-message.ts";

type BuyFormProps = {
  productId: number;
  /** The id of the element that names the product, so that two buttons do not sound alike. */
  nameId: string;
  label: string;
  look: ButtonLook;
};

/**
 * Buys one product: a plain form post until the page is live, then a checkout without a reload. Who
 * has paid comes back to the offers that follow.
 */
export function BuyForm({ productId, nameId, label, look }: BuyFormProps) {
  const router = useRouter();
  const back = { successRouter: `/upsell/${productId}`, cancelRouter: CANCEL_ROUTER };
  const { starting, start } = useCheckout(back);

  function showError(message: string): void {
    // A browser that stores nothing takes the text along in the address.
    const error = storeCheckoutError(window, message) ? undefined : message;
    void router.navigate({ to: "/checkout/error", search: { error } });
  }

  const buttonId = useId();
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        start([productId], showError);
      }}
    >
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="successRouter" value={back.successRouter} />
      <input type="hidden" name="cancelRouter" value={back.cancelRouter} />
      {/* aria-disabled keeps the focus where it is; `start` ignores a second press. */}
      <Button
        type="submit"
        id={buttonId}
        look={look}
        className="w-full"
        aria-disabled={starting || undefined}
        aria-labelledby={`${buttonId} ${nameId}`}
      >
        {starting ? checkoutWords.processing : label}
      </Button>
      <span role="status" className="sr-only">
        {starting && checkoutWords.processing}
      </span>
    </form>
  );
}
