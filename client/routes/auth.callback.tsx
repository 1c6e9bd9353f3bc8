import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { callbackWords } from "../content/login.ts";
import { CallbackPage } from "../features/auth/callback-page.tsx";

export const Route = createFileRoute("/auth/callback")({
  staticData: { title: callbackWords.title, personal: true },
  component: Callback,
});

function Callback() {
  return (
    <SiteFrame backHome>
      <CallbackPage query={Route.useSearch()} />
    </SiteFrame>
  );
}
