import type { ReactNode } from "react";
import { Button, type ButtonLook } from "../../components/button.tsx";
import type { ReturnPaths } from "../../lib/checkout/start-checkout.ts";

type CheckoutFormProps = {
  look: ButtonLook;
  productIds: number[];
  back: ReturnPaths;
  /** A checkout is starting, from this button or from another one. */
  starting: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/** A button that starts a checkout of these products; a plain form until the page is live. */
export function CheckoutForm({
  look,
  productIds,
  back,
  starting,
  onSubmit,
  children,
}: CheckoutFormProps) {
  return (
    <form
      method="post"
      action="/checkout/start"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {productIds.map((id) => (
        <input key={id} type="hidden" name="productId" value={id} />
      ))}
      <input type="hidden" name="successRouter" value={back.successRouter} />
      <input type="hidden" name="cancelRouter" value={back.cancelRouter} />
      {/* aria-disabled keeps the focus where it is; `start` ignores a second press. */}
      <Button type="submit" look={look} className="w-full" aria-disabled={starting || undefined}>
        {children}
      </Button>
    </form>
  );
}
