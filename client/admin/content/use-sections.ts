import { useMemo } from "react";
import type { PreviewRow } from "../../../server/contract/admin-answers.ts";
import {
  placeSection,
  readSections,
  type Section,
  setHidden,
  writeSections,
} from "../../../server/contract/section-order.ts";
import type { SectionName } from "../../../server/contract/sections.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { TEXT_PLACES } from "../../content/text-places.ts";
import { readableMessage } from "../../lib/answer.ts";
import { usePendingEdits } from "../data/admin-context.ts";
import { ChangedMeanwhile } from "../data/request.ts";
import { useSettingsRow } from "../data/use-settings-row.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useToasts } from "../ui/toasts.tsx";
import { SETTINGS_TABLE } from "../url/screen-paths.ts";

const COLUMN = "sections";

export type Sections = ReturnType<typeof useSections>;

/** Sections of the landing page with pending edits, and the functions that change them. */
export function useSections() {
  const { row } = useSettingsRow();
  const { markOf } = usePendingEdits(SETTINGS_TABLE);
  const save = useSaveSections();
  // A copy of the table that this device stored earlier may lack the column.
  const text = row && COLUMN in row ? String(row[COLUMN]) : undefined;
  const list = useMemo(() => readSections(text ?? ""), [text]);
  const store = (next: readonly Section[], done: string) => {
    if (row && text !== undefined) void save(row, next, done);
  };
  /** Hides or shows a section. */
  const toggle = (name: SectionName, isHidden: boolean) =>
    store(setHidden(list, name, isHidden), (isHidden ? words.hidden : words.shown)(titleOf(name)));
  /** Moves a section to the place of another one. */
  const place = (moved: SectionName, target: SectionName) =>
    store(placeSection(list, moved, target), words.moved(titleOf(moved)));
  return {
    list,
    /** Whether the sections can be changed; false while they load. */
    isLoaded: text !== undefined,
    isWaiting: row !== undefined && markOf(row.id)?.columns.has(COLUMN) === true,
    isOff: (name: SectionName) => name === "testimonials" && row?.["show_testimonials"] === false,
    /** Row of a preview that shows the sections with pending edits, and `open` even if it is hidden. */
    previewRows: (open: SectionName | undefined): PreviewRow[] => {
      if (!row || !text || open === undefined) return [];
      const sections = writeSections(setHidden(list, open, false));
      return [{ table: SETTINGS_TABLE, id: row.id, values: { [COLUMN]: sections } }];
    },
    toggle,
    place,
  };
}

function titleOf(name: SectionName): string {
  const groups = TEXT_PLACES.flatMap((place) => place.groups);
  return groups.find(({ section }) => section === name)?.title ?? name;
}

/** Returns a function that stores the sections, and asks whose to keep after a conflict. */
function useSaveSections() {
  const { saveRow, giveUp } = useWrites();
  const { show } = useToasts();
  const ask = useAsk();
  return async function save(row: TableRow, next: readonly Section[], done: string): Promise<void> {
    const values = { [COLUMN]: writeSections(next) };
    try {
      const change = { table: SETTINGS_TABLE, label: words.sections, values };
      await saveRow(changeOf(row, change), done);
    } catch (error) {
      giveUp({ table: SETTINGS_TABLE, row: row.id });
      const current = error instanceof ChangedMeanwhile && error.last.current;
      if (!current) return show({ text: readableMessage(error), failed: true });
      const isMine = await ask({
        title: words.sectionsChanged,
        text: words.sectionsChangedText,
        yes: words.useMine,
        no: words.useTheirs,
      });
      if (isMine) await save(current, next, done);
    }
  };
}
