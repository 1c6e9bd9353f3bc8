import { definePage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { framedWords } from "../content/pay.ts";
import { FramedCheckout } from "../features/checkout/framed-checkout.tsx";
import { PageNotFound } from "../lib/page-errors.ts";

/** Sent after a checkout was posted inside a frame without script. */
export const page = definePage({
  facts: { title: framedWords.title, untracked: true },
  async load({ source }) {
    const request = await source.findFramedCheckout();
    if (!request) throw new PageNotFound();
    return request;
  },
  show: (request) => (
    <SiteFrame>
      <FramedCheckout request={request} />
    </SiteFrame>
  ),
});
