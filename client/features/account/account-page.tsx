import { useEffect } from "react";
import type { CurrentUser, SessionInfo } from "../../../server/contract/auth.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import type { PurchasedProduct } from "../../../server/contract/store.ts";
import { Alert } from "../../components/alert.tsx";
import { accountWords } from "../../content/account.ts";
import { orInstead, SentElsewhere } from "../../lib/guards.ts";
import { startWorker } from "../../pwa/register.ts";
import { HelpBlock, InformationBlock } from "./account-blocks.tsx";
import { AccountFrame, AccountLayout } from "./account-frame.tsx";
import { PurchaseHistory } from "./purchase-history.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccountSession } from "./use-account-session.ts";

/** What the account shows. A list is undefined when it could not be read; the rest works without it. */
type AccountData = {
  user: CurrentUser;
  purchases: PurchasedProduct[] | undefined;
  sessions: SessionInfo[] | undefined;
  /** When it was read, in milliseconds. */
  readAt: number;
};

type Loading = { source: PageSource; report: (error: unknown) => void };

/** Reads the account of the signed-in visitor; sends any other visitor to the sign-in page. */
export async function loadAccount({ source, report }: Loading): Promise<AccountData> {
  const user = await source.findUser();
  if (!user) throw new SentElsewhere(loginPathTo("/account"));
  const [purchases, sessions] = await Promise.all([
    orInstead(source.listPurchases(), undefined, report),
    orInstead(source.listSessions(), undefined, report),
  ]);
  return { user, purchases, sessions, readAt: Date.now() };
}

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
  useEffect(startWorker, []);
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
