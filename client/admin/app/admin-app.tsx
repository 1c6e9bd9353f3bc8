import "../../styles/admin.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { whenIdle } from "../../lib/events.ts";
import { useSchemas } from "../data/queries.ts";
import { useLiveClient } from "../data/query-client.ts";
import { AccessGate } from "./access-gate.tsx";
import { AdminContext } from "../data/admin-context.ts";
import { DialogsProvider } from "../ui/dialog.tsx";
import { type Admin, openAdmin } from "../data/open-admin.ts";
import { createAdminRouter, preloadScreens } from "./router.tsx";
import { timesIn } from "../ui/formats.ts";
import { TimesContext } from "../ui/times.ts";
import { ToastsProvider } from "../ui/toasts.tsx";

leavePressStyleOut();

/** Root component of the admin. Its code is loaded only for signed-in administrators. */
export function AdminApp({ user }: { user: CurrentUser }) {
  const [router] = useState(createAdminRouter);
  const admin = useOpenAdmin(user);
  useEffect(() => () => router.history.destroy(), [router]);
  useEffect(() => whenIdle(preloadScreens), []);
  if (!admin) return null;
  return (
    <AdminContext value={admin}>
      <div data-dark className="flex h-dvh flex-col print:block print:h-auto">
        <AccessGate>
          {(onRefused) => (
            <Screens onRefused={onRefused}>
              <RouterProvider router={router} />
            </Screens>
          )}
        </AccessGate>
      </div>
    </AdminContext>
  );
}

function useOpenAdmin(user: CurrentUser): Admin | undefined {
  const [admin, setAdmin] = useState<Admin>();
  useEffect(() => {
    const opening = openAdmin(user);
    void opening.then(setAdmin, reportError);
    return () => void opening.then(({ close }) => close());
  }, [user]);
  return admin;
}

type ScreensProps = { onRefused: (error: unknown) => void; children: ReactNode };

/** Provides the query cache to the screens. Unmounting it discards all fetched data. */
function Screens({ onRefused, children }: ScreensProps) {
  const client = useLiveClient(onRefused);
  if (!client) return null;
  return (
    <QueryClientProvider client={client}>
      <ShopTimes>
        <ToastsProvider>
          <DialogsProvider>{children}</DialogsProvider>
        </ToastsProvider>
      </ShopTimes>
    </QueryClientProvider>
  );
}

/** Shows times in the time zone of the shop, which the schemas have. */
function ShopTimes({ children }: { children: ReactNode }) {
  const timeZone = useSchemas().get("orders")?.properties["paid_at"]?.timeZone;
  return <TimesContext value={timesIn(timeZone)}>{children}</TimesContext>;
}

/**
 * Prevents React Aria from injecting a style element, which the Content Security Policy blocks.
 * React Aria skips it if an element has this id. admin.css contains the same rules.
 */
function leavePressStyleOut(): void {
  const mark = document.createElement("meta");
  mark.id = "react-aria-pressable-style";
  document.head.append(mark);
}
