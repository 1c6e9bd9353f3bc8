import { definePage } from "../app/page.ts";
import { receiptWords } from "../content/receipt.ts";
import { loadReceipt } from "../features/account/load-receipt.ts";
import { ReceiptPage } from "../features/account/receipt-page.tsx";

export const page = definePage({
  facts: { title: () => receiptWords.title, personal: true, untracked: true },
  frame: "site",
  load: ({ id = "", source }) => loadReceipt(source, id),
  titleOf: ({ orderNumber }) => `${receiptWords.title} ${orderNumber}`,
  show: (receipt) => <ReceiptPage receipt={receipt} />,
});
