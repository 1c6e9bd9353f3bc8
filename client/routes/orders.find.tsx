import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { findWords } from "../content/login.ts";
import { FindPage } from "../features/auth/find-page.tsx";

export const Route = createFileRoute("/orders/find")({
  staticData: { title: findWords.title, personal: true },
  loader: ({ context }) => context.source.openLogin(),
  component: FindOrders,
});

function FindOrders() {
  return (
    <SiteFrame backHome>
      <FindPage start={Route.useLoaderData()} />
    </SiteFrame>
  );
}
