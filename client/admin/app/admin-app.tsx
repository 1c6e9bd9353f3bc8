import "../../styles/admin.css";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { AccessGate } from "./access-gate.tsx";
import { AdminProvider } from "./admin-context.ts";
import { OfflineProvider } from "../data/offline-context.tsx";
import { LiveProvider } from "../data/live-context.tsx";
import { QuestionsProvider } from "./dialog.tsx";
import { createAdminRouter } from "./router.tsx";
import { ActionsProvider } from "../desk/action-dialog.tsx";
import { OutboxProvider } from "../pending/outbox-context.tsx";
import { ToastsProvider } from "./toasts.tsx";
import { WritesProvider } from "../data/use-writes.tsx";

leavePressStyleOut();

/** The admin, for an administrator: all that is loaded for it alone begins here. */
export function AdminApp({ user }: { user: CurrentUser }) {
  const [router] = useState(createAdminRouter);
  const admin = useMemo(() => ({ user, lastSearch: new Map() }), [user]);
  // The page's own way back and forth goes on without the router.
  useEffect(() => () => router.history.destroy(), [router]);
  return (
    <AdminProvider value={admin}>
      <OutboxProvider>
        <div data-dark className="flex h-dvh flex-col">
          <AccessGate>
            <ScreenProviders>
              <RouterProvider router={router} />
            </ScreenProviders>
          </AccessGate>
        </div>
      </OutboxProvider>
    </AdminProvider>
  );
}

/** Read and write services of the screens; closed when the screens unmount. */
function ScreenProviders({ children }: { children: ReactNode }) {
  return (
    <OfflineProvider>
      <LiveProvider>
        <ToastsProvider>
          <QuestionsProvider>
            <WritesProvider>
              <ActionsProvider>{children}</ActionsProvider>
            </WritesProvider>
          </QuestionsProvider>
        </ToastsProvider>
      </LiveProvider>
    </OfflineProvider>
  );
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
