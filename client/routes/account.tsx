import { definePage } from "../app/page.ts";
import { accountWords } from "../content/account.ts";
import { AccountFailed, AccountLoading } from "../features/account/account-frame.tsx";
import { AccountPage } from "../features/account/account-page.tsx";
import { type AccountData, openAccount } from "../features/account/load-account.ts";

export const page = definePage<"/account">({
  facts: {
    title: () => accountWords.title,
    personal: true,
    untracked: true,
    urgent: true,
    dark: true,
    leadsTo: ["/login"],
  },
  inPlace: openAccount,
  // `billing=failed`: the provider's billing page could not be opened.
  show: (data: AccountData, { search }) => (
    <AccountPage
      data={data}
      billingFailed={search["billing"] === "failed"}
      emailChanged={search["email"] === "changed"}
    />
  ),
  loading: () => <AccountLoading />,
  failed: (error) => <AccountFailed error={error} />,
});
