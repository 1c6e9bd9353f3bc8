import { definePage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { findWords } from "../content/login.ts";
import { FindPage } from "../features/auth/find-page.tsx";

export const page = definePage({
  facts: { title: findWords.title, personal: true, untracked: true, urgent: true },
  load: ({ source }) => source.openLogin(),
  show: (start) => (
    <SiteFrame backHome>
      <FindPage start={start} />
    </SiteFrame>
  ),
});
