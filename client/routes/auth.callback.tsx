import { definePlainPage } from "../app/page.ts";
import { callbackWords } from "../content/login.ts";
import { CallbackPage } from "../features/auth/callback-page.tsx";

export const page = definePlainPage({
  facts: { title: () => callbackWords.title, personal: true, untracked: true, urgent: true },
  frame: "site-back-home",
  show: ({ search }) => <CallbackPage query={search} />,
});
