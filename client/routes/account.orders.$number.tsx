import { definePage } from "../app/page.ts";
import { receiptWords } from "../content/receipt.ts";
import { ReceiptPage } from "../features/account/receipt-page.tsx";

export const page = definePage<"/account/orders/:id">({
  facts: { title: () => receiptWords.title, personal: true, untracked: true },
  frame: "site",
  titleOf: ({ orderNumber }) => `${receiptWords.title} ${orderNumber}`,
  show: (receipt) => <ReceiptPage receipt={receipt} />,
});
