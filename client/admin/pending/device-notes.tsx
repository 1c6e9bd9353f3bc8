import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { adminWords } from "../../content/admin.ts";
import { barWords as words } from "../../content/admin-outbox.ts";
import { isThisInstalled } from "../../lib/installed-app.ts";
import { browserStorage } from "../../lib/storage.ts";
import { hasTabLocks } from "../../lib/tab-locks.ts";
import { askToPersist, readPersistence } from "../offline/persistence.ts";
import type { ForeignData } from "../offline/foreign-data.ts";
import { IconButton, ToolButton } from "../app/controls.tsx";
import { Bar } from "./bar.tsx";
import { useDevice, useEntries } from "./outbox-context.tsx";

/** Keys of browser storage that mark a note as dismissed. */
const SAFARI_READ = "adminSafariRead";
const ONE_TAB_READ = "adminOneTabRead";

/** What an owner has to know of this device before relying on it. */
export function DeviceNotes() {
  return (
    <>
      <SealedNote />
      <SafariNote />
      {!hasTabLocks() && <ReadOnceNote mark={ONE_TAB_READ} text={words.oneTab} />}
    </>
  );
}

/** Says that another account has left something here: how much, and nothing of what it is. */
function SealedNote() {
  const { foreignData } = useDevice();
  const [found, setFound] = useState<ForeignData>();
  useEffect(() => void foreignData.then(setFound), [foreignData]);
  if (!found || found.edits + found.drafts === 0) return null;
  return (
    <Bar text={words.sealed(found)}>
      <IconButton label={adminWords.done.dismiss} onClick={() => setFound(undefined)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </Bar>
  );
}

/**
 * With the first kept write this browser is asked to keep what the admin has. Safari in a tab erases it
 * all the same after a week, and does not say so.
 */
function SafariNote() {
  const { storageProblem } = useDevice();
  const isWritten = useEntries().length > 0 && storageProblem === undefined;
  const [isKept, setKept] = useState(readPersistence);
  useEffect(() => {
    if (isWritten && isKept === undefined) void askToPersist().then(setKept);
  }, [isWritten, isKept]);
  const isSafari = navigator.vendor.startsWith("Apple") && !isThisInstalled();
  if (!isSafari || isKept !== false) return null;
  return <ReadOnceNote mark={SAFARI_READ} text={words.safari} />;
}

/** A note that stays hidden in this browser after the owner dismisses it. */
function ReadOnceNote({ mark, text }: { mark: string; text: string }) {
  const [isRead, setRead] = useState(() => browserStorage.getItem(mark) !== null);
  if (isRead) return null;
  const read = () => {
    browserStorage.setItem(mark, "1");
    setRead(true);
  };
  return (
    <Bar text={text}>
      <ToolButton onClick={read}>{words.gotIt}</ToolButton>
    </Bar>
  );
}
