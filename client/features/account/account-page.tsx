import type { PageSource } from "../../../server/contract/pages.ts";
import { Alert } from "../../components/alert.tsx";
import { accountWords } from "../../content/account.ts";
import { HelpBlock, InformationBlock } from "./account-blocks.tsx";
import { AccountFrame, AccountLayout } from "./account-frame.tsx";
import type { AccountData } from "./load-account.ts";
import { InstallCard } from "./offline/install-card.tsx";
import { LibraryProvider } from "./offline/library-context.ts";
import { OfflineBanner } from "./offline/offline-banner.tsx";
import { StoragePanel } from "./offline/storage-panel.tsx";
import { isSaving, useLibrary } from "./offline/use-library.ts";
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
  const { user, purchases, sessions, readAt, kept } = data;
  const session = sessions?.find(({ current }) => current)?.id;
  useAccountSession({ user, session, source });
  const device = useLibrary(data);
  return (
    <LibraryProvider value={device}>
      <AccountFrame
        user={user}
        session={session}
        lost={kept === "offline"}
        saving={isSaving(device?.state)}
      >
        <AccountLayout
          main={
            <>
              <OfflineBanner kept={kept} readAt={readAt} />
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
              <StoragePanel purchases={purchases ?? []} />
              <HelpBlock />
              {sessions && <SessionList sessions={sessions} />}
              {(purchases ?? []).length > 0 && <InstallCard />}
            </>
          }
        />
      </AccountFrame>
    </LibraryProvider>
  );
}
