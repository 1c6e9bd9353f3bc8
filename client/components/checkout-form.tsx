import type { ReactNode } from "react";
import { payWords } from "../content/pay.ts";
import type { Checkout } from "../lib/checkout.ts";
import { Button, type ButtonLook } from "./button.tsx";

type CheckoutFormProps = {
  checkout: Checkout;
  productIds: number[];
  look: ButtonLook;
  onFail: (message: string) => void;
  children: ReactNode;
  /** The button's `id` and `aria-labelledby`. */
  id?: string;
  labelledBy?: string;
  /** Whether the button has the focus when the page opens. */
  isFocused?: boolean;
  /** Rendered before the button. */
  fields?: ReactNode;
  /** Rendered after the button. */
  status?: ReactNode;
  /** Set for a gift: the recipient's email. `holds` returns whether to block this submit. */
  gift?: { giftTo: string; holds: () => boolean };
};

/** Button that starts a checkout. Submits a plain form before hydration. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { checkout, productIds, look, onFail, children, id, labelledBy, isFocused, status } = props;
  const { fields, gift } = props;
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        if (!gift?.holds()) void checkout.start(productIds, onFail, gift?.giftTo);
      }}
    >
      {productIds.map((productId) => (
        <input key={productId} type="hidden" name="productId" value={productId} />
      ))}
      <input type="hidden" name="successRouter" value={checkout.back.successRouter} />
      <input type="hidden" name="cancelRouter" value={checkout.back.cancelRouter} />
      {fields}
      {/* aria-disabled keeps the focus on the button; useCheckout ignores repeated clicks. */}
      <Button
        type="submit"
        id={id}
        look={look}
        className="w-full"
        aria-disabled={checkout.starting || undefined}
        aria-labelledby={labelledBy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the link to the page asks for it
        autoFocus={isFocused}
      >
        {children}
      </Button>
      {status}
    </form>
  );
}

/** Announces to screen readers that a checkout is starting. */
export function StartingStatus({ starting }: { starting: boolean }) {
  return (
    <span role="status" className="sr-only">
      {starting && payWords.processing}
    </span>
  );
}
