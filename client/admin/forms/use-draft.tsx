import { useQueryClient } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useEffect, useRef } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { draftWords as words } from "../../content/admin-outbox.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useTimes } from "../ui/times.ts";
import { singularOf } from "../data/row-texts.ts";
import { useToasts } from "../ui/toasts.tsx";
import { readRows } from "../data/queries.ts";
import type { Draft } from "../offline/database.ts";
import type { Typing } from "../offline/drafts.ts";
import { useAdmin, usePendingEdits, useUnfinished } from "../data/admin-context.ts";

/**
 * Saves unsaved form input as a draft on this device. `from` is the key of a draft to continue;
 * `typed` is undefined while the form has no changes.
 */
export function useDraft(from: string | undefined, typed: Omit<Draft, "key" | "at"> | undefined) {
  const { drafts } = useAdmin();
  const current = useRef<Typing>(undefined);
  useEffect(() => {
    const draft = drafts.begin(from);
    current.current = draft;
    return () => void draft.leave();
  }, [drafts, from]);
  useEffect(() => current.current?.note(typed));
  return {
    key: () => current.current?.key,
    flush: async () => current.current?.flush(),
    end: () => void current.current?.end(),
  };
}

function useTimeOfDraft(): (draft: Draft) => string {
  const { hourOrTimeOf } = useTimes();
  return ({ at }) => hourOrTimeOf(new Date(at).toISOString());
}

type DraftOfferProps = {
  schema: TableSchema;
  /** The row being edited; undefined when creating. */
  row: TableRow | undefined;
  shown: Draft | undefined;
  onRestore: (draft: Draft) => void;
};

export function DraftOffer({ schema, row, shown, onRestore }: DraftOfferProps) {
  const { drafts } = useAdmin();
  const timeOfDraft = useTimeOfDraft();
  // Drafts of new rows have no version.
  const offered = useUnfinished(schema.name).find(
    ({ key, version, row: id }) =>
      key !== shown?.key && (row ? version !== undefined && id === row.id : version === undefined),
  );
  const draft = offered ?? shown;
  if (!draft) return null;
  // Version 0 means that the row was not on the server yet.
  const isOutdated = row && draft.version && draft.version !== row.version;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-sheet border border-line bg-paper-2 px-3 py-2"
    >
      <PencilLine aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1 basis-60">
        {(offered ? words.offer : words.taken)(timeOfDraft(draft))}
        {isOutdated ? ` ${words.changed}` : ""}
      </p>
      {offered && (
        <>
          <ToolButton onClick={() => onRestore(offered)}>{words.takeBack}</ToolButton>
          <ToolButton look="plain" onClick={() => void drafts.drop(offered.key)}>
            {words.dropIt}
          </ToolButton>
        </>
      )}
    </div>
  );
}

type UnfinishedDraftsProps = {
  schema: TableSchema;
  /** Opens a draft; `row` is undefined for a new row. */
  onOpen: (draft: Draft, row: TableRow | undefined) => void;
};

export function UnfinishedDrafts({ schema, onOpen }: UnfinishedDraftsProps) {
  const { drafts } = useAdmin();
  const { show } = useToasts();
  const timeOfDraft = useTimeOfDraft();
  const findRow = useFindRow(schema.name);
  const unfinished = useUnfinished(schema.name);
  if (unfinished.length === 0) return null;

  async function open(draft: Draft, label: string): Promise<void> {
    if (draft.version === undefined) return onOpen(draft, undefined);
    try {
      const row = await findRow(draft.row);
      if (row) onOpen(draft, row);
      else show({ text: words.gone(label), failed: true });
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  }

  return (
    <ul aria-label={words.name} className="px-4 pb-2 text-xs text-ink-2">
      {unfinished.map((draft) => {
        const label = draft.label || words.newRow(singularOf(schema));
        const button = (title: string, name: string, run: () => Promise<void>) => (
          <ToolButton look="plain" aria-label={name} onClick={() => void run()}>
            {title}
          </ToolButton>
        );
        return (
          <li key={draft.key} className="flex items-center gap-1.5">
            <PencilLine aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {words.unfinished(label, timeOfDraft(draft))}
            </span>
            {button(words.open, words.openOf(label), () => open(draft, label))}
            {button(words.drop, words.dropOf(label), () => drafts.drop(draft.key))}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a function that finds a row by id, with pending edits applied. */
function useFindRow(table: string) {
  const client = useQueryClient();
  const { added, withEdits } = usePendingEdits(table);
  return async (id: number): Promise<TableRow | undefined> => {
    const own = added.find((row) => row.id === id);
    if (own) return own;
    const page = await readRows(client, table, { id: String(id), limit: "1" });
    return page.data.map(withEdits)[0];
  };
}
