import { Alert } from "../../components/alert.tsx";
import { accountWords } from "../../content/account.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { HelpBlock, InformationBlock } from "./account-blocks.tsx";
import type { AccountData } from "./account-data.ts";
import { AccountFrame } from "./account-frame.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { PurchaseHistory } from "./purchase-history.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccountSession } from "./use-account-session.ts";

type AccountPageProps = {
  data: AccountData;
  source: PageSource;
  /** True after the way to the provider's billing page has failed. */
  billingFailed: boolean;
};

/** What a user has bought, and everything about the account. */
export function AccountPage({ data, source, billingFailed }: AccountPageProps) {
  const { user, purchases, sessions, readAt } = data;
  const session = sessions?.find(({ current }) => current)?.id;
  useAccountSession({ user, session, source });
  return (
    <AccountFrame user={user} session={session}>
      <AccountLayout
        main={
          <>
            {billingFailed && (
              <Alert
                tone="danger"
                role="alert"
                className="mb-5 px-4 py-3 font-semibold text-danger"
              >
                {accountWords.history.billingFailed}
              </Alert>
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
