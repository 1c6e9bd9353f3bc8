import { createFileRoute } from "@tanstack/react-router";
import { accountWords } from "../content/account.ts";
import { loadAccount } from "../features/account/account-data.ts";
import { AccountFailed } from "../features/account/account-failed.tsx";
import { AccountLoading } from "../features/account/account-layout.tsx";
import { AccountPage } from "../features/account/account-page.tsx";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/account")({
  staticData: { title: accountWords.title, personal: true, dark: true },
  // `billing` is where the way to the provider's billing page ends when it fails.
  validateSearch: (search): { billing?: string } => ({ billing: textParam(search.billing) }),
  loader: ({ context }) => loadAccount(context),
  component: Account,
  pendingComponent: AccountLoading,
  errorComponent: AccountFailed,
});

function Account() {
  const { source } = Route.useRouteContext();
  const { billing } = Route.useSearch();
  return (
    <AccountPage
      data={Route.useLoaderData()}
      source={source}
      billingFailed={billing === "failed"}
    />
  );
}
