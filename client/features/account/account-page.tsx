import type { PageSource } from "../../../server/contract/pages.ts";
import { Alert } from "../../components/alert.tsx";
import { accountWords } from "../../content/account.ts";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Fact } from "../../components/fact.tsx";
import { useSite } from "../../lib/use-site.ts";
import { Block } from "./block.tsx";
import { AccountFrame, AccountLayout } from "./account-frame.tsx";
import type { AccountData } from "./load-account.ts";
import { InstallCard } from "./offline/install-card.tsx";
import { OfflineBanner } from "./offline/offline-banner.tsx";
import { StoragePanel } from "./offline/storage-panel.tsx";
import { isSaving, LibraryProvider, useLibrary } from "./offline/use-library.ts";
import { PurchaseHistory } from "./purchase-history.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccountSession } from "./use-account-session.ts";

type AccountPageProps = {
  data: AccountData;
  source: PageSource;
  /** The provider's billing page could not be opened. */
  billingFailed: boolean;
};

/** The account: purchases, files on this device, sessions. */
export function AccountPage({ data, source, billingFailed }: AccountPageProps) {
  const { user, purchases, sessions, readAt, cached } = data;
  const session = sessions?.find(({ current }) => current)?.id;
  useAccountSession({ user, session, source });
  const device = useLibrary(data);
  return (
    <LibraryProvider value={device}>
      <AccountFrame
        user={user}
        session={session}
        lost={cached === "offline"}
        saving={isSaving(device?.state)}
      >
        <AccountLayout
          main={
            <>
              <OfflineBanner cached={cached} readAt={readAt} />
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

const VALUE = "font-semibold wrap-anywhere";

function InformationBlock({ user: { email, name } }: { user: CurrentUser }) {
  const words = accountWords.information;
  return (
    <Block heading={words.heading}>
      <dl className="mt-3 space-y-2.5">
        {email && (
          <Fact name={words.email} className={VALUE}>
            {email}
          </Fact>
        )}
        {name && (
          <Fact name={words.name} className={VALUE}>
            {name}
          </Fact>
        )}
      </dl>
    </Block>
  );
}

function HelpBlock() {
  const { supportEmail } = useSite();
  const words = accountWords.help;
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
        <ButtonLink look="quiet" href="/contact">
          {words.contact}
        </ButtonLink>
        <ButtonLink look="plain" href={`mailto:${supportEmail}`}>
          {words.email}
        </ButtonLink>
      </div>
    </Block>
  );
}
