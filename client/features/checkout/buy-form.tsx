import { useId } from "react";
import { Button, type ButtonLook } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { CANCEL_ROUTER, SUCCESS_ROUTER } from "./start-checkout.ts";
import { useCheckout } from "./use-checkout.ts";

type BuyFormProps = {
  productId: number;
  /** The id of the element that names the product, so that two buttons do not sound alike. */
  nameId: string;
  label: string;
  look: ButtonLook;
};

/** Buys one product: a plain form post until the page is live, then a checkout without a reload. */
export function BuyForm({ productId, nameId, label, look }: BuyFormProps) {
  const { starting, start } = useCheckout([productId]);
  const buttonId = useId();
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="successRouter" value={SUCCESS_ROUTER} />
      <input type="hidden" name="cancelRouter" value={CANCEL_ROUTER} />
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
