import { SIGNED_OUT_PARAM } from "../../../server/contract/login.ts";
import { notifyTabs, storeSignOut } from "../../lib/session.ts";
import { forgetSeenOrders } from "../data/new-orders.tsx";
import type { AdminStorage } from "../offline/database.ts";
import { emptyDevice } from "../../pwa/library/database.ts";

const LOGIN = `/login?${SIGNED_OUT_PARAM}=1`;

/**
 * Signs this browser out in every tab and erases the database; without one only cached data is
 * removed. The sign-in page ends the session at the server.
 */
export async function logOut(erased: AdminStorage | undefined): Promise<void> {
  storeSignOut(undefined);
  notifyTabs("signed-out");
  forgetSeenOrders();
  await erased?.erase().catch(reportError);
  // An owner is also a buyer, whose files may be saved on this device.
  await emptyDevice().catch(reportError);
  leave();
}

/**
 * Leaves by a full page load, so that no admin data stays in memory or in the Back history. The
 * sign-in page removes the mark from the URL after the server has ended the session.
 */
export function leave(): void {
  window.location.replace(LOGIN);
}
