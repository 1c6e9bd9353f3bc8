import { definePage } from "../app/page.ts";
import { findWords } from "../content/login.ts";
import { FindPage } from "../features/auth/find-page.tsx";

export const page = definePage<"/orders/find">({
  facts: { title: () => findWords.title, personal: true, untracked: true, urgent: true },
  frame: "site-back-home",
  show: (start) => <FindPage start={start} />,
});
