import type { ReactNode } from "react";
import { payWords } from "../content/pay.ts";
import type { Checkout } from "../lib/checkout.ts";
import { Button, type ButtonLook } from "./button.tsx";

type CheckoutFormProps = {
  checkout: Checkout;
  productIds: number[];
  look: ButtonLook;
  /** Takes the text of a failure. */
  onFail: (message: string) => void;
  /** The button's words. */
  children: ReactNode;
  /** The button's id, and the ids of what names it where its words alone do not. */
  id?: string;
  labelledBy?: string;
  /** What follows the button. */
  status?: ReactNode;
};

/** A button that starts a checkout of these products; a plain form until the page is live. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { checkout, productIds, look, onFail, children, id, labelledBy, status } = props;
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        checkout.start(productIds, onFail);
      }}
    >
      {productIds.map((productId) => (
        <input key={productId} type="hidden" name="productId" value={productId} />
      ))}
      <input type="hidden" name="successRouter" value={checkout.back.successRouter} />
      <input type="hidden" name="cancelRouter" value={checkout.back.cancelRouter} />
      {/* aria-disabled keeps the focus where it is; the call behind it ignores a second press. */}
      <Button
        type="submit"
        id={id}
        look={look}
        className="w-full"
        aria-disabled={checkout.starting || undefined}
        aria-labelledby={labelledBy}
      >
        {children}
      </Button>
      {status}
    </form>
  );
}

/** Says that a checkout is starting, to readers who do not see the button's words change. */
export function StartingStatus({ starting }: { starting: boolean }) {
  return (
    <span role="status" className="sr-only">
      {starting && payWords.processing}
    </span>
  );
}
