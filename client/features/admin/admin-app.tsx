import "../../styles/admin.css";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { api } from "../../lib/api.ts";
import { onTabNews } from "../../lib/session-news.ts";
import { rememberAdmin } from "../../lib/remembered-admin.ts";
import { AdminProvider } from "./admin-context.ts";
import { isSignedOut } from "./data.ts";
import { KeptProvider } from "./device/kept-context.tsx";
import { LiveProvider } from "./device/live-context.tsx";
import { QuestionsProvider } from "./dialog.tsx";
import { createAdminRouter } from "./router.tsx";
import { ActionsProvider } from "./desk/action-dialog.tsx";
import { OutboxProvider } from "./outbox/outbox-context.tsx";
import { SignedOutBar } from "./signed-out-bar.tsx";
import { ToastsProvider } from "./toasts.tsx";
import { WritesProvider } from "./use-writes.tsx";

leavePressStyleOut();

/** The admin, for an administrator: all that is loaded for it alone begins here. */
export function AdminApp({ user }: { user: CurrentUser }) {
  const [signedOut, setSignedOut] = useState(false);
  const [router] = useState(createAdminRouter);
  const admin = useMemo(() => ({ user, lastSearch: new Map() }), [user]);
  useSameUser(user);
  // The page's own way back and forth goes on without the router.
  useEffect(() => () => router.history.destroy(), [router]);
  const onError = (error: unknown) => isSignedOut(error) && setSignedOut(true);
  return (
    <AdminProvider value={admin}>
      <OutboxProvider>
        <KeptProvider onError={onError}>
          <LiveProvider onRefused={onError}>
            <ToastsProvider>
              <QuestionsProvider>
                <WritesProvider>
                  <ActionsProvider>
                    <div data-dark className="flex h-dvh flex-col">
                      <SignedOutBar isRefused={signedOut} onBack={() => setSignedOut(false)} />
                      <RouterProvider router={router} />
                    </div>
                  </ActionsProvider>
                </WritesProvider>
              </QuestionsProvider>
            </ToastsProvider>
          </LiveProvider>
        </KeptProvider>
      </OutboxProvider>
    </AdminProvider>
  );
}

/**
 * Begins anew when another user has signed in: what is kept here belongs to this user alone, whom every
 * sign-in makes the browser forget.
 */
function useSameUser({ id }: CurrentUser): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "hidden") return;
      // Without an answer nothing is known of who is signed in.
      const now = await api.findUser().catch(() => null);
      if (now && now.id !== id) window.location.reload();
      else if (now?.isAdmin) rememberAdmin(now);
    };
    const end = onTabNews((news) => news === "signed-in" && void look());
    document.addEventListener("visibilitychange", look);
    return () => {
      end();
      document.removeEventListener("visibilitychange", look);
    };
  }, [id]);
}

/**
 * React Aria looks for an element of this id before it puts a style element into the document, which
 * the content policy refuses. What it would say stands in admin.css.
 */
function leavePressStyleOut(): void {
  const mark = document.createElement("meta");
  mark.id = "react-aria-pressable-style";
  document.head.append(mark);
}
