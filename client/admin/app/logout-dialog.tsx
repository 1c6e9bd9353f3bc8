import { Download } from "lucide-react";
import { useState } from "react";
import { logoutWords as words } from "../../content/admin-outbox.ts";
import { ToolButton } from "../ui/controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../ui/dialog.tsx";
import { downloadUnsent, type Unsent } from "../pending/export-entries.ts";
import { usePhase } from "../data/admin-context.ts";

const MOST_NAMED = 5;

type LogoutDialogProps = {
  unsent: Required<Unsent>;
  /** Sends the edits, and logs out once all are sent. */
  onSend: () => Promise<void>;
  onDiscard: () => void;
  onClose: () => void;
};

/** Offers to send, download or discard unsent edits and drafts. */
export function LogoutDialog({ unsent, onSend, onDiscard, onClose }: LogoutDialogProps) {
  const [state, setState] = useState<"asked" | "sending" | "sent" | "downloaded">("asked");
  const [isSure, setSure] = useState(false);
  const phase = usePhase();
  const { entries, drafts } = unsent;
  const counts = { edits: entries.length, drafts: drafts.length };
  const isSending = state === "sending";
  const labels = [
    ...entries.map(({ label }) => label),
    ...drafts.map(({ label }) => words.form(label || words.unnamed)),
  ];
  const needingAttention = entries.filter(({ state }) => state !== "waiting").length;

  const send = async () => {
    setState("sending");
    setSure(false);
    await onSend();
    setState("sent");
  };
  const download = () => {
    downloadUnsent(unsent);
    setState("downloaded");
  };
  const leftText = () => {
    if (counts.edits === 0) return words.left.drafts;
    if (phase === "offline") return words.left.offline;
    return needingAttention > 0 ? words.left.needsAttention(needingAttention) : words.left.idle;
  };

  return (
    <AdminDialog title={words.title(counts)} role="alertdialog" onClose={onClose}>
      <DialogBody>
        <p>{words.text(counts)}</p>
        <ul className="mt-3 list-disc pl-5">
          {labels.slice(0, MOST_NAMED).map((label, at) => (
            <li key={at} className="wrap-anywhere">
              {label}
            </li>
          ))}
        </ul>
        {labels.length > MOST_NAMED && (
          <p className="mt-1 pl-5 text-ink-2">{words.more(labels.length - MOST_NAMED)}</p>
        )}
        {entries.some(({ kind }) => kind === "upload") && (
          <p className="mt-3 text-ink-2">{words.files}</p>
        )}
        <p role="status" className="mt-3 font-semibold empty:hidden">
          {state === "sent" && leftText()}
          {state === "downloaded" && words.downloaded}
        </p>
      </DialogBody>
      <DialogActions>
        <ToolButton onClick={onClose}>{words.cancel}</ToolButton>
        <ToolButton icon={Download} onClick={download}>
          {words.download}
        </ToolButton>
        <ToolButton
          look={isSure ? "danger" : "quiet"}
          disabled={isSending}
          onClick={() => (isSure ? onDiscard() : setSure(true))}
        >
          {isSure ? words.discardSure(counts) : words.discard}
        </ToolButton>
        {entries.length > 0 && (
          <ToolButton look="main" disabled={isSending} onClick={() => void send()}>
            {isSending ? words.sending : words.send}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}
