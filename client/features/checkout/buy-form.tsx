import { Button, type ButtonLook } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { CANCEL_ROUTER, SUCCESS_ROUTER } from "./start-checkout.ts";
import { useCheckout } from "./use-checkout.ts";

type BuyFormProps = {
  productId: number;
  productName: string;
  label: string;
  look: ButtonLook;
};

/** Buys one product: a plain form post until the page is live, then a checkout without a reload. */
export function BuyForm({ productId, productName, label, look }: BuyFormProps) {
  const { starting, start } = useCheckout([productId]);
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
      <Button type="submit" look={look} className="w-full" aria-disabled={starting || undefined}>
        {starting ? checkoutWords.processing : label}
        <span className="sr-only">: {productName}</span>
      </Button>
      <span role="status" className="sr-only">
        {starting && checkoutWords.processing}
      </span>
    </form>
  );
}
