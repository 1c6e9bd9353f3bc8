import { accountWords } from "../../content/account.ts";
import type { PageSource } from "../../lib/page-source.ts";
import type { AccountData } from "./account-data.ts";
import { AccountFrame } from "./account-frame.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { HelpBlock, InformationBlock } from "./account-blocks.tsx";
import { PurchaseHistory } from "./purchase-history.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccountSession } from "./use-account-session.ts";

type AccountPageProps = {
  data: AccountData;
  source: PageSource;
  /** True after the way to the provider's billing page has failed. */
  billingFailed: boolean;
};

/** What somebody has bought, and everything about their account. */
export function AccountPage({ data, source, billingFailed }: AccountPageProps) {
  const { user, purchases, sessions, readAt } = data;
  useAccountSession(user, source);
  return (
    <AccountFrame user={user}>
      <AccountLayout
        main={
          <>
            {billingFailed && (
              <p
                role="alert"
                className="mb-5 rounded-control border-2 border-danger bg-danger-2 px-4 py-3 font-semibold text-danger"
              >
                {accountWords.history.billingFailed}
              </p>
            )}
            <PurchaseHistory purchases={purchases} readAt={readAt} />
          </>
        }
        aside={
          <>
            <InformationBlock user={user} />
            <HelpBlock />
            {sessions && <SessionList sessions={sessions} />}
          </>
        }
      />
    </AccountFrame>
  );
}
