import { LogOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SIGNED_OUT_PARAM } from "../../../server/contract/sign-in.ts";
import { adminWords } from "../../content/admin.ts";
import { notifyTabs, onSessionMessage, storeSignOut } from "../../lib/session.ts";
import type { AdminStorage } from "../offline/database.ts";
import { emptyDevice } from "../../device/empty-device.ts";
import { forgetSeenOrders } from "../data/new-orders.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { LogoutDialog } from "./logout-dialog.tsx";
import type { Unsent } from "../pending/export-entries.ts";
import { useAdmin, useTrouble } from "../data/admin-context.ts";

const words = adminWords.bar;
const LOGIN = `/login?${SIGNED_OUT_PARAM}=1`;

/** Logs out; asks first when there are unsent edits or drafts. */
export function LogoutButton() {
  const { storage, outbox, drafts } = useAdmin();
  const trouble = useTrouble();
  const [unsent, setUnsent] = useState<Required<Unsent>>();
  // Ignore this tab's own message: it must clear the device before it opens the sign-in page.
  const isLeaving = useRef(false);
  useEffect(
    () => onSessionMessage((news) => news === "signed-out" && !isLeaving.current && leave()),
    [],
  );

  const go = (erased: AdminStorage | undefined) => {
    isLeaving.current = true;
    outbox.close();
    return logOut(erased);
  };
  const find = async () => ({ entries: outbox.entries(), drafts: await drafts.listAll() });
  // Keep a database that cannot be read: it may contain unsent edits.
  const goByItself = () => go(trouble ? undefined : storage);
  const discard = () => go(trouble === "newer" || trouble === "blocked" ? undefined : storage);
  const press = async () => {
    const found = await find();
    if (found.entries.length + found.drafts.length === 0) return goByItself();
    setUnsent(found);
  };
  const send = async () => {
    await outbox.sendNow();
    const left = await find();
    if (left.entries.length + left.drafts.length === 0) return goByItself();
    setUnsent(left);
  };
  return (
    <>
      <ToolButton icon={LogOut} look="plain" title={words.logout} onClick={() => void press()}>
        <span className="max-sm:sr-only">{words.logout}</span>
      </ToolButton>
      {unsent && (
        <LogoutDialog
          unsent={unsent}
          onSend={send}
          onDiscard={() => void discard()}
          onClose={() => setUnsent(undefined)}
        />
      )}
    </>
  );
}

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
function leave(): void {
  window.location.replace(LOGIN);
}
