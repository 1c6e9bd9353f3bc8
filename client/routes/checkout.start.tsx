import { definePage } from "../app/page.ts";
import { framedWords } from "../content/pay.ts";
import { FramedCheckout } from "../features/checkout/framed-checkout.tsx";
import { PageNotFound } from "../lib/page-errors.ts";

/** Response to a checkout form that was submitted inside a frame without JavaScript. */
export const page = definePage({
  facts: { title: () => framedWords.title, untracked: true },
  frame: "site",
  async load({ source }) {
    const request = await source.findFramedCheckout();
    if (!request) throw new PageNotFound();
    return request;
  },
  show: (request) => <FramedCheckout request={request} />,
});
