import { definePage } from "../app/page.ts";
import { withdrawWords } from "../content/withdraw.ts";
import { WithdrawPage } from "../features/withdraw/withdraw-page.tsx";

export const page = definePage({
  facts: { title: () => withdrawWords.title, personal: true, untracked: true },
  frame: "site-back-home",
  load: ({ source }) => source.openWithdrawal(),
  show: (start) => <WithdrawPage start={start} />,
});
