import { definePlainPage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { callbackWords } from "../content/login.ts";
import { CallbackPage } from "../features/auth/callback-page.tsx";

export const page = definePlainPage(
  { title: callbackWords.title, personal: true, untracked: true, urgent: true },
  ({ search }) => (
    <SiteFrame backHome>
      <CallbackPage query={search} />
    </SiteFrame>
  ),
);
