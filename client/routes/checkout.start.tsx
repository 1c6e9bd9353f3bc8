import { definePage } from "../app/page.ts";
import { framedWords } from "../content/unpaid.ts";
import { FramedCheckout } from "../features/checkout/framed-checkout.tsx";

/** Response to a checkout form that was submitted inside a frame without JavaScript. */
export const page = definePage<"/checkout/start">({
  facts: { title: () => framedWords.title, untracked: true },
  frame: "site",
  show: (request) => <FramedCheckout request={request} />,
});
