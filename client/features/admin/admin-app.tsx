import "../../styles/admin.css";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { onTabNews } from "../../lib/session-news.ts";
import { rememberAdmin } from "../../lib/remembered-admin.ts";
import { AdminProvider } from "./admin-context.ts";
import { adminCalls } from "./calls.ts";
import { isSignedOut } from "./data.ts";
import { KeptProvider } from "./device/kept-context.tsx";
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
  useRemembered(user);
  // The page's own way back and forth goes on without the router.
  useEffect(() => () => router.history.destroy(), [router]);
  return (
    <AdminProvider value={admin}>
      <OutboxProvider>
        <KeptProvider onError={(error) => isSignedOut(error) && setSignedOut(true)}>
          <ToastsProvider>
            <QuestionsProvider>
              <WritesProvider>
                <ActionsProvider>
                  {signedOut && <SignedOutBar onBack={() => setSignedOut(false)} />}
                  <RouterProvider router={router} />
                </ActionsProvider>
              </WritesProvider>
            </QuestionsProvider>
          </ToastsProvider>
        </KeptProvider>
      </OutboxProvider>
    </AdminProvider>
  );
}

/** Every sign-in makes the browser forget its administrator: one by the same user brings it back. */
function useRemembered(user: CurrentUser): void {
  useEffect(() => {
    const look = () => adminCalls.getStatus(user.id).then(({ isAdmin }) => isAdmin);
    return onTabNews((news) => {
      if (news !== "signed-in") return;
      void look().then(
        (isAdmin) => isAdmin && rememberAdmin(user),
        () => {},
      );
    });
  }, [user]);
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
