import { SIGNED_OUT_PARAM } from "../../../server/contract/login.ts";
import { notifyTabs, storeSignOut } from "../../lib/session.ts";
import { forgetSeenOrders } from "../data/new-orders.tsx";
import type { AdminStorage } from "../offline/database.ts";
import { emptyDevice } from "../../device/empty-device.ts";

const LOGIN = `/login?${SIGNED_OUT_PARAM}=1`;

/**
 * Signs out all tabs of this browser and erases the given database; if undefined, only cached data
 * is removed. The sign-in page then ends the session on the server.
 */
export async function logOut(erased: AdminStorage | undefined): Promise<void> {
  storeSignOut(undefined);
  notifyTabs("signed-out");
  forgetSeenOrders();
  await erased?.erase().catch(reportError);
  // The owner may also be a customer with offline copies of purchased files.
  await emptyDevice().catch(reportError);
  leave();
}

/**
 * Opens the sign-in page with a full page load, which drops admin data from memory and from the
 * Back history. That page removes the query parameter once the server has ended the session.
 */
export function leave(): void {
  window.location.replace(LOGIN);
}
