import type { ReactNode } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { copyText } from "../../lib/copy-text.ts";
import type { Entry } from "../offline/entry.ts";
import { ToolButton } from "../app/controls.tsx";
import { useAsk } from "../app/dialog.tsx";
import { useToasts } from "../app/toasts.tsx";
import { useDevice } from "./outbox-context.tsx";

const words = outboxWords.pending;

/** An entry as its card is told of it; the schema is missing where the table is not known here. */
export type CardProps<Kind extends Entry = Entry> = { entry: Kind; schema: TableSchema };

/** The buttons below an entry that needs a person. */
export function CardActions({ entry, children }: { entry: Entry; children: ReactNode }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {children}
      {"values" in entry && <CopyMine values={entry.values} />}
    </div>
  );
}

/** What was typed can be taken along, whatever becomes of the entry. */
function CopyMine({ values }: { values: object }) {
  const { show } = useToasts();
  const copy = () =>
    copyText(JSON.stringify(values, undefined, 2)).then(
      () => show({ text: words.copied }),
      () => show({ text: words.notCopied, failed: true }),
    );
  return (
    <ToolButton look="plain" onClick={() => void copy()}>
      {words.copy}
    </ToolButton>
  );
}

/** Drops an entry, after a question. */
export function DiscardButton({ entry }: { entry: Entry }) {
  const { outbox } = useDevice();
  const ask = useAsk();
  const discard = async () => {
    const sure = await ask({
      title: words.confirm,
      text: `${entry.label}. ${entry.kind === "upload" ? words.confirmFile : words.confirmText}`,
      yes: words.discard,
      danger: true,
    });
    if (sure) await outbox.discard(entry.n);
  };
  return (
    <ToolButton
      look="plain"
      aria-label={`${words.discard}: ${entry.label}`}
      onClick={() => void discard()}
    >
      {words.discard}
    </ToolButton>
  );
}
