import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { adminWords } from "../../content/admin.ts";
import { barWords as words } from "../../content/admin-outbox.ts";
import { isInstalledApp } from "../../lib/installed-app.ts";
import { browserStorage, readJson } from "../../lib/storage.ts";
import { hasTabLocks } from "../../lib/tabs.ts";
import { IconButton, ToolButton } from "../ui/controls.tsx";
import type { ForeignData } from "../../device/foreign-data.ts";
import { useAdmin, useEntries, useTrouble } from "../data/admin-context.ts";

/** Storage keys of dismissed notes. */
const SAFARI_READ = "adminSafariRead";
const ONE_TAB_READ = "adminOneTabRead";
/** Caches the result of `navigator.storage.persist`, because browsers may prompt on each call. */
const PERSISTED = "adminPersisted";

/** Notices below the admin's header about this device, such as storage problems. */
export function DeviceBars() {
  return (
    <>
      <TroubleBar />
      <ForeignDataNote />
      <SafariNote />
      {!hasTabLocks() && <DismissibleNote mark={ONE_TAB_READ} text={words.oneTab} />}
    </>
  );
}

function Bar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-paper-2 px-4 py-2 text-xs text-ink"
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}

/** Explains why this device cannot store edits. */
function TroubleBar() {
  const trouble = useTrouble();
  if (!trouble) return null;
  return (
    <Bar text={words.device[trouble]}>
      {(trouble === "newer" || trouble === "blocked") && (
        <ToolButton onClick={() => window.location.reload()}>{words.reload}</ToolButton>
      )}
    </Bar>
  );
}

/** Shows the number of other users' unsent edits on this device, without their content. */
function ForeignDataNote() {
  const { foreignData } = useAdmin();
  const [found, setFound] = useState<ForeignData>();
  useEffect(() => void foreignData.then(setFound), [foreignData]);
  if (!found || found.edits + found.drafts === 0) return null;
  return (
    <Bar text={words.foreignData(found)}>
      <IconButton icon={X} label={adminWords.done.dismiss} onClick={() => setFound(undefined)} />
    </Bar>
  );
}

/**
 * Requests persistent storage once an edit is stored. Warns in Safari if denied, because Safari
 * erases a website's data after a week without use.
 */
function SafariNote() {
  const { storageProblem } = useAdmin();
  const hasStored = useEntries().length > 0 && storageProblem === undefined;
  const [isPersistent, setPersistent] = useState(() => readJson(browserStorage, PERSISTED));
  useEffect(() => {
    if (!hasStored || isPersistent !== undefined) return;
    const keep = async () => (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    void keep().then((isKept) => {
      browserStorage.setItem(PERSISTED, JSON.stringify(isKept));
      setPersistent(isKept);
    });
  }, [hasStored, isPersistent]);
  const isSafari = navigator.vendor.startsWith("Apple") && !isInstalledApp();
  if (!isSafari || isPersistent !== false) return null;
  return <DismissibleNote mark={SAFARI_READ} text={words.safari} />;
}

/** Note that stays hidden in this browser once dismissed. */
function DismissibleNote({ mark, text }: { mark: string; text: string }) {
  const [isRead, setRead] = useState(() => browserStorage.getItem(mark) !== null);
  if (isRead) return null;
  const dismiss = () => {
    browserStorage.setItem(mark, "1");
    setRead(true);
  };
  return (
    <Bar text={text}>
      <ToolButton onClick={dismiss}>{words.gotIt}</ToolButton>
    </Bar>
  );
}
