import "../../styles/admin.css";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { AccessGate } from "./access-gate.tsx";
import { AdminContext } from "./admin-context.ts";
import { OfflineProvider } from "../data/offline-context.tsx";
import { useLiveUpdates } from "../data/live-updates.ts";
import { QuestionsProvider } from "./dialog.tsx";
import { createAdminRouter } from "./router.tsx";
import { ActionsProvider } from "../desk/actions.tsx";
import { OutboxProvider } from "../pending/outbox-context.tsx";
import { ToastsProvider } from "./toasts.tsx";

leavePressStyleOut();

/** The admin of a signed-in administrator; loaded only for them. */
export function AdminApp({ user }: { user: CurrentUser }) {
  const [router] = useState(createAdminRouter);
  const admin = useMemo(() => ({ user, lastSearch: new Map() }), [user]);
  useEffect(() => () => router.history.destroy(), [router]);
  return (
    <AdminContext value={admin}>
      <OutboxProvider>
        <div data-dark className="flex h-dvh flex-col">
          <AccessGate>
            <ScreenProviders>
              <RouterProvider router={router} />
            </ScreenProviders>
          </AccessGate>
        </div>
      </OutboxProvider>
    </AdminContext>
  );
}

function ScreenProviders({ children }: { children: ReactNode }) {
  return (
    <OfflineProvider>
      <ToastsProvider>
        <QuestionsProvider>
          <ActionsProvider>
            <LiveScreens>{children}</LiveScreens>
          </ActionsProvider>
        </QuestionsProvider>
      </ToastsProvider>
    </OfflineProvider>
  );
}

function LiveScreens({ children }: { children: ReactNode }) {
  return useLiveUpdates() && children;
}

/**
 * React Aria adds a style element, which the content policy refuses, unless an element with this id
 * exists. admin.css has the rules.
 */
function leavePressStyleOut(): void {
  const mark = document.createElement("meta");
  mark.id = "react-aria-pressable-style";
  document.head.append(mark);
}
