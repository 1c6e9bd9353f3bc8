import { definePage } from "../app/page.ts";
import { cancelWords } from "../content/unpaid.ts";
import { CancelPage } from "../features/checkout/cancel-page.tsx";
import { offerPath } from "../../server/contract/checkout-paths.ts";

export const page = definePage<"/checkout/cancel">({
  facts: { title: () => cancelWords.title },
  frame: "site",
  show: ({ order, offer }) => <CancelPage order={order} offer={offer && offerPath(offer)} />,
});
