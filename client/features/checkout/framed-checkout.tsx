import type { CheckoutRequest } from "../../../server/contract/checkout.ts";
import { Button, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { framedWords as words } from "../../content/unpaid.ts";

/**
 * Submits the checkout again in a new tab: payment pages refuse to load in frames, and the shop's
 * cookies are first-party there.
 */
export function FramedCheckout({ request }: { request: CheckoutRequest }) {
  return (
    <Notice heading={words.heading} mark={<SheetMark kind="new" className="mb-5 h-24 w-auto" />}>
      <p className="mt-4">{words.text}</p>
      <p className="mt-2 text-ink-2">{words.hint}</p>
      <form method="post" action="/checkout/start" target="_blank" rel="noopener">
        {request.products.map(({ productId }) => (
          <input key={productId} type="hidden" name="productId" value={productId} />
        ))}
        <input type="hidden" name="successRouter" value={request.successRouter} />
        <input type="hidden" name="cancelRouter" value={request.cancelRouter} />
        {request.giftTo && <input type="hidden" name="giftTo" value={request.giftTo} />}
        <Actions>
          <Button type="submit" look="main">
            {words.open}
          </Button>
          <ButtonRoute to="/">{words.home}</ButtonRoute>
        </Actions>
      </form>
    </Notice>
  );
}
