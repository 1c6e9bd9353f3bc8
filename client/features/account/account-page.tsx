import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { DELETION_PATH } from "../../../server/contract/account-deletion.ts";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { Alert } from "../../components/notice.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Fact } from "../../components/fact.tsx";
import { NewsForm } from "../../components/news-form.tsx";
import { hasBothPapers } from "../../components/file-list.tsx";
import { MoreForYou } from "../../components/more-for-you.tsx";
import { accountWords, accountOfflineWords } from "../../content/account.ts";
import { accountDataWords } from "../../content/account-data.ts";
import { newsWords } from "../../content/mails.ts";
import { isInstalledApp } from "../../lib/installed-app.ts";
import { useSite } from "../../lib/page-context.ts";
import { choosePaper } from "../../lib/use-paper.ts";
import { listenForInstallOffers, install, type InstallOffer } from "../../pwa/install.ts";
import { AccountFrame, AccountLayout, Block } from "./account-frame.tsx";
import { EmailForm } from "./email-form.tsx";
import type { AccountData } from "./load-account.ts";
import { OfflineBanner } from "./offline/offline-banner.tsx";
import { StoragePanel } from "./offline/storage-panel.tsx";
import { isSaving, LibraryProvider, useLibrary } from "./offline/use-library.ts";
import { PaperForm } from "./paper-form.tsx";
import { PurchaseHistory } from "./purchase-history.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccountSession } from "./use-account-session.ts";

type AccountPageProps = {
  data: AccountData;
  /** Whether the payment provider's billing page could not be opened. */
  billingFailed: boolean;
  /** Whether the email of the account was changed just now. */
  emailChanged: boolean;
};

/** Account page: purchases, saved files and sessions. */
export function AccountPage({ data, billingFailed, emailChanged }: AccountPageProps) {
  const { user, paper, purchases, sessions, more, readAt, cached, emailChange } = data;
  const session = sessions?.find(({ current }) => current)?.id;
  useAccountSession({ user, session });
  const device = useLibrary(data);
  const files = (purchases ?? []).flatMap((purchase) => purchase.files);
  useEffect(() => {
    if (paper) choosePaper(paper);
  }, [paper]);
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
              <PurchaseHistory purchases={purchases} paper={paper} readAt={readAt} />
              <MoreForYou products={more} cancelRouter="/account" className="mt-9" />
            </>
          }
          aside={
            <>
              <InformationBlock user={user}>
                <EmailForm
                  current={user.email}
                  start={emailChange}
                  isDone={emailChanged}
                  hasSubscription={(purchases ?? []).some(({ type }) => type === "subscription")}
                />
              </InformationBlock>
              {!cached && (paper || hasBothPapers(files)) && <PaperForm paper={paper} />}
              {!cached && user.news !== undefined && (purchases ?? []).length > 0 && (
                <Block heading={newsWords.heading} className="print:hidden">
                  <div className="mt-2">
                    <NewsForm wanted={user.news} />
                  </div>
                </Block>
              )}
              <StoragePanel purchases={purchases ?? []} />
              <HelpBlock />
              {sessions && <SessionList sessions={sessions} />}
              {!cached && <DataBlock />}
              {(purchases ?? []).length > 0 && <InstallBlock />}
            </>
          }
        />
      </AccountFrame>
    </LibraryProvider>
  );
}

type InformationBlockProps = { user: CurrentUser; children: ReactNode };

function InformationBlock({ user, children }: InformationBlockProps) {
  const words = accountWords.information;
  return (
    <Block heading={words.heading}>
      <dl className="mt-3 space-y-2.5">
        {(["email", "name"] as const).map(
          (field) =>
            user[field] && (
              <Fact key={field} name={words[field]} className="font-semibold wrap-anywhere">
                {user[field]}
              </Fact>
            ),
        )}
      </dl>
      {children}
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

/** Download of the user's data, and the way to delete the account. */
function DataBlock() {
  const words = accountDataWords;
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      <ButtonLink look="quiet" className="mt-4 w-full" href="/api/account/data" download>
        {words.download}
      </ButtonLink>
      <ButtonLink look="plain" className="-mx-3 mt-1" href={DELETION_PATH}>
        {words.delete}
      </ButtonLink>
    </Block>
  );
}

// Listen at module load: the browser fires `beforeinstallprompt` once, before React renders.
if (typeof window !== "undefined") listenForInstallOffers();

const readOffer = () => install.read(isInstalledApp);
const readNoOffer = (): InstallOffer => "none";

/** Offers to install the app if the browser supports it and the app is not installed. */
function InstallBlock() {
  const offer = useSyncExternalStore(install.subscribe, readOffer, readNoOffer);
  const words = accountOfflineWords.install;
  if (offer === "none") return null;
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      {offer === "dialog" ? (
        <Button look="quiet" className="mt-4 w-full" onClick={() => void install.ask()}>
          {words.install}
        </Button>
      ) : (
        <details className="mt-2 text-sm">
          <summary className="flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4">
            {words.steps}
          </summary>
          <ol className="list-decimal space-y-1.5 ps-5 text-ink-2">
            {(offer === "steps-ios" ? words.ios : words.mac).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </Block>
  );
}
