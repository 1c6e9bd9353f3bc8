import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { ButtonRoute } from "../../components/button.tsx";
import { ModeBanner } from "../../components/mode-banner.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { adminWords } from "../../content/admin.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { LostCode } from "../../lib/lost-code.ts";
import { useLive } from "../../lib/use-live.ts";
import { adminCalls } from "./calls.ts";

type Source = Pick<PageSource, "findUser">;

/**
 * What is known of the visitor: nothing yet, or nothing for want of a connection; no administrator, or
 * one whose admin can be shown.
 */
type Access =
  | "checking"
  | "offline"
  | "denied"
  | { user: CurrentUser; App: ComponentType<{ user: CurrentUser }> };

/**
 * The admin before it is known who asks: the same document for everybody, without private data. What it
 * wears is the shop's stylesheet, as the admin's own comes with its code.
 */
export function AdminPage({ source }: { source: Source }) {
  const access = useAccess(source);
  useLive();
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

/** Loads the page again by itself: nothing was typed yet that this could take. */
function NeedsConnection() {
  const words = adminWords.offline;
  useEffect(() => {
    const again = () => window.location.reload();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);
  return (
    <Notice heading={words.heading}>
      <p role="alert" className="mt-4 text-ink-2">
        {words.text}
      </p>
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

/** Asks who the visitor is while the admin's code is on its way; sends a stranger to sign in. */
function useAccess(source: Source): Access {
  const [access, setAccess] = useState<Access>("checking");
  const [lost, setLost] = useState<LostCode>();
  useEffect(() => {
    const code = import("./admin-app.tsx").catch((error: unknown) => new LostCode(error));
    void findAdmin(source).then(async (user) => {
      if (user === "stranger") return leaveForLogin();
      if (!user) return setAccess("denied");
      if (user === "offline") return setAccess("offline");
      const loaded = await code;
      if (loaded instanceof LostCode) setLost(loaded);
      else setAccess({ user, App: loaded.AdminApp });
    });
  }, [source]);
  if (lost) throw lost;
  return access;
}

/** The signed-in administrator; undefined for other users, and when it could not be found out. */
async function findAdmin(
  source: Source,
): Promise<CurrentUser | "stranger" | "offline" | undefined> {
  try {
    const [user, { isAdmin }] = await Promise.all([source.findUser(), adminCalls.getStatus()]);
    if (!user) return "stranger";
    return isAdmin ? user : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return "stranger";
    if (isOffline(error)) return "offline";
    reportError(error);
    return undefined;
  }
}

function leaveForLogin(): void {
  const { pathname, search } = window.location;
  window.location.replace(loginPathTo(pathname + search));
}
