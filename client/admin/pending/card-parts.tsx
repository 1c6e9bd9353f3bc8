import type { ReactNode } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useRows } from "../data/queries.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { wholeText } from "../kinds/kinds.ts";
import { useToasts } from "../ui/toasts.tsx";
import { type Entry, isOpen, isTemporary } from "../offline/entry.ts";
import { useAdmin } from "../data/admin-context.ts";

const words = outboxWords.pending;

export type CardProps<Kind extends Entry = Entry> = { entry: Kind; schema: TableSchema };

/** Buttons of an entry that the user has to resolve. */
export function CardActions({ entry, children }: { entry: Entry; children: ReactNode }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {children}
      {"values" in entry && <CopyValues values={entry.values} />}
    </div>
  );
}

function CopyValues({ values }: { values: object }) {
  const { show } = useToasts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(values, undefined, 2));
      show({ text: words.copied });
    } catch {
      show({ text: words.notCopied, failed: true });
    }
  };
  return (
    <ToolButton look="plain" onClick={() => void copy()}>
      {words.copy}
    </ToolButton>
  );
}

/** Discards an entry after confirmation. */
export function DiscardButton({ entry }: { entry: Entry }) {
  const { outbox } = useAdmin();
  const ask = useAsk();
  const discard = async () => {
    const sure = await ask({
      title: words.confirm,
      text: `${entry.label}. ${discardText(entry)}`,
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

function discardText(entry: Entry): string {
  if (entry.kind === "upload") return words.confirmFile;
  return isOpen(entry) ? words.confirmText : words.confirmSent;
}

/**
 * Returns the row of an entry with its new values. The stored columns are read only if the entry
 * changes amounts, because they contain the currency.
 */
export function useEntryRow(entry: Entry, schema: TableSchema): RowPart {
  const { values = {}, base = {} } = { base: undefined, values: undefined, ...entry };
  const isNeeded =
    !isTemporary(entry.row) &&
    Object.keys(values).some((name) => schema.properties[name]?.currency);
  const search = { id: String(entry.row), limit: "1" };
  const { data } = useRows(entry.table, search, { enabled: isNeeded });
  return { ...data?.data[0], ...base, ...values };
}

/** Lists new and previous values of an entry's fields; all fields by default. */
export function ValueList({ entry, schema, names }: CardProps & { names?: readonly string[] }) {
  const row = useEntryRow(entry, schema);
  if (entry.kind !== "create" && entry.kind !== "update") return null;
  const { values } = entry;
  const base = entry.kind === "update" ? entry.base : {};
  const shown = (names ?? Object.keys(values)).flatMap((name) => {
    const field = schema.properties[name];
    return field ? [{ name, field }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 @lg:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {shown.map(({ name, field }) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{field.title}</dt>
          <dd className="line-clamp-4 wrap-anywhere whitespace-pre-wrap max-@lg:mb-1">
            {name in base && (
              <>
                <del className="text-ink-2">
                  {wholeText(field, base[name] ?? null, { ...row, ...base }) ||
                    adminWords.conflict.empty}
                </del>{" "}
                <span aria-hidden="true">→</span>{" "}
              </>
            )}
            {wholeText(field, values[name] ?? null, row) || adminWords.conflict.empty}
          </dd>
        </div>
      ))}
    </dl>
  );
}
