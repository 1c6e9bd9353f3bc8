import { type ReactNode, useEffect } from "react";
import { ENGLISH } from "../../../server/contract/language.ts";
import { setTexts } from "../../../server/contract/words.ts";
import { Button, ButtonRoute } from "../../components/button.tsx";
import { ModeBanner } from "../../components/mode-banner.tsx";
import { Actions, Notice, Spinner } from "../../components/notice.tsx";
import { adminWords } from "../../content/admin.ts";
import { useLive, useSite } from "../../lib/page-context.ts";
import { useAccess, useReloadOnAnswer } from "./use-access.ts";

/** Public admin page, identical for all visitors. Renders the admin once access is confirmed. */
export function AdminPage() {
  const access = useAccess();
  useLive();
  useEnglish();
  if (typeof access === "object") return <access.App user={access.user} />;
  return (
    <AdminShell>
      {access === "checking" && (
        <div className="column band">
          <Spinner label={adminWords.checking} />
        </div>
      )}
      {access === "offline" && <NeedsConnection />}
      {access === "denied" && (
        <Notice heading={adminWords.denied.heading}>
          <p className="mt-4 text-ink-2">{adminWords.denied.text}</p>
          <Actions>
            <ButtonRoute to="/" look="main">
              {adminWords.denied.home}
            </ButtonRoute>
          </Actions>
        </Notice>
      )}
    </AdminShell>
  );
}

/** Sets the language of the admin to English: the document of the app shell has the shop's. */
function useEnglish(): void {
  const site = useSite();
  useEffect(() => {
    setTexts({ ...site, language: ENGLISH });
    Object.assign(document.documentElement, { lang: ENGLISH, dir: "ltr" });
  }, [site]);
}

function NeedsConnection() {
  const words = adminWords.offline;
  useReloadOnAnswer();
  return (
    <Notice heading={words.heading}>
      <p role="alert" className="mt-4 text-ink-2">
        {words.text}
      </p>
      <Actions>
        <Button look="main" onClick={() => window.location.reload()}>
          {words.again}
        </Button>
      </Actions>
    </Notice>
  );
}

function AdminShell({ children }: { children: ReactNode }) {
  return (
    <div data-dark className="flex min-h-dvh flex-col text-base">
      <ModeBanner inAdmin />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
    </div>
  );
}
