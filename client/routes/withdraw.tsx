import { definePage } from "../app/page.ts";
import { withdrawWords } from "../content/withdraw.ts";
import { WithdrawPage } from "../features/withdraw/withdraw-page.tsx";

export const page = definePage<"/withdraw">({
  facts: { title: () => withdrawWords.title, personal: true, untracked: true },
  frame: "site-back-home",
  show: (start) => <WithdrawPage start={start} />,
});
