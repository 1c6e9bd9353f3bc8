import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import type { SearchHit } from "../../../../server/contract/admin-answers.ts";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { discountWords } from "../../../content/admin-discounts.ts";
import { backupWords } from "../../../content/admin-backups.ts";
import { checklistWords } from "../../../content/admin-checklist.ts";
import { adminPasskeyWords } from "../../../content/admin-passkeys.ts";
import { deviceWords } from "../../../content/admin-device.ts";
import { healthWords } from "../../../content/admin-health.ts";
import { importWords, paletteWords as words } from "../../../content/admin-parts.ts";
import { settingsWords } from "../../../content/admin-settings.ts";
import { createStore } from "../../../lib/observable.ts";
import { searchQuery } from "../../actions/order-queries.ts";
import { rowPath } from "../../url/screen-paths.ts";
import { showColumns } from "../../table/column-settings.ts";
import { addressOf, type TableSearch } from "../../url/table-search.ts";
import { viewsFor, useViewRows } from "../../table/saved-view.ts";
import { useAdmin } from "../../data/admin-context.ts";
import { CHOICE, ToolButton } from "../../ui/controls.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { listedTables, tableLabel } from "../../data/row-texts.ts";
import { IS_MAC, keysText, SHORTCUTS, useOffered, useShortcuts } from "../../actions/commands.ts";
import { Keys, ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** Debounce delay of the row search. */
const PAUSE_MS = 200;
const FEWEST_CHARACTERS = 2;

const dialog = createStore<"palette" | "help" | undefined>(undefined);
const close = () => dialog.set(undefined);
const OPENERS = { palette: () => dialog.set("palette"), help: () => dialog.set("help") };

/** Command palette and shortcut help, opened by keyboard. */
export function Palette({ schemas }: { schemas: TableSchema[] }) {
  const open = useSyncExternalStore(dialog.subscribe, dialog.get);
  useShortcuts(OPENERS);
  useEffect(() => close, []);
  if (open === "palette") return <PaletteDialog schemas={schemas} />;
  return open === "help" && <ShortcutsDialog onClose={close} />;
}

/** Button that opens the palette, for mouse and touch. */
export function PaletteButton() {
  return (
    <ToolButton icon={Search} onClick={OPENERS.palette} className="font-normal text-ink-2">
      <span className="max-sm:sr-only">{words.button}</span>
      <kbd className="font-sans max-md:hidden">{keysText(SHORTCUTS.palette.keys, IS_MAC)}</kbd>
    </ToolButton>
  );
}

/** Searches tables, saved views, rows and commands. */
function PaletteDialog({ schemas }: { schemas: TableSchema[] }) {
  const [typed, setTyped] = useState("");
  const found = useFoundRows(typed);
  const { here, rows, places } = useSections(schemas, found.data ?? []);
  const sections = [
    ...matching(here, typed),
    ...(rows.entries.length > 0 ? [rows] : []),
    ...matching(places, typed),
  ];
  const run = (id: string) => {
    const entry = sections.flatMap(({ entries }) => entries).find((each) => each.id === id);
    close();
    entry?.run();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && close()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-[rgb(16_20_30/0.55)] p-3 pt-[10vh]"
    >
      <Modal className="w-full max-w-xl">
        <Dialog
          aria-label={words.title}
          className="flex max-h-[70vh] flex-col overflow-hidden rounded-card border border-line bg-card text-xs text-ink outline-none"
        >
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField
              aria-label={words.title}
              className="flex items-center gap-2.5 border-b border-line px-4"
            >
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
              <Input
                {...{ autoFocus: true }}
                placeholder={words.placeholder}
                className="min-h-12 w-full bg-transparent text-base text-ink outline-none placeholder:text-ink-2"
              />
            </TextField>
            {/* Focusable for keyboard scrolling; the entries are selected from the input. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
              <Menu
                aria-label={words.results}
                items={sections.map((section) => ({ ...section, id: section.title }))}
                onAction={(key) => run(String(key))}
                className="p-1.5 outline-none"
                renderEmptyState={() => (
                  <p className="px-3 py-6 text-center text-ink-2">
                    {found.isFetching ? words.searching : words.nothing}
                  </p>
                )}
              >
                {({ id, title, entries }) => (
                  <MenuSection id={id} className="pb-1">
                    <Header className="px-2.5 pt-1.5 pb-0.5 text-ink-2">{title}</Header>
                    {entries.map((entry) => (
                      <MenuItem
                        key={entry.id}
                        id={entry.id}
                        textValue={entry.title}
                        className={CHOICE}
                      >
                        <span className="min-w-0 truncate">{entry.title}</span>
                        <span className="min-w-0 flex-1 truncate text-ink-2">{entry.detail}</span>
                        {entry.keys && <Keys keys={entry.keys} />}
                      </MenuItem>
                    ))}
                  </MenuSection>
                )}
              </Menu>
            </div>
          </Autocomplete>
          {found.isError && (
            <p role="status" className="border-t border-line px-4 py-2 text-danger">
              {words.failed}
            </p>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Searches rows, debounced. */
function useFoundRows(typed: string) {
  const text = useSettled(typed.trim(), PAUSE_MS);
  return useQuery({ ...searchQuery(text), enabled: text.length >= FEWEST_CHARACTERS });
}

type PaletteEntry = {
  id: string;
  title: string;
  detail?: string | undefined;
  keys?: string | undefined;
  run: () => void;
};

type Section = { title: string; entries: PaletteEntry[] };

/** Returns the entries that contain every typed word; omits empty sections. */
export function matching(sections: readonly Section[], typed: string): Section[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean);
  return sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => {
        const text = folded(`${entry.title} ${entry.detail ?? ""}`);
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Folds case and accents, so that “uber” finds “Über”. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The palette's sections: commands of this screen, found rows, saved views and screens. */
function useSections(schemas: readonly TableSchema[], hits: readonly SearchHit[]) {
  const navigate = useNavigate();
  const { user } = useAdmin();
  const offered = useOffered();
  const { data: views } = useViewRows();
  const schemaOf = (name: string) => schemas.find((each) => each.name === name);
  const titleOf = (name: string) => {
    const schema = schemaOf(name);
    return schema ? tableLabel(schema) : name;
  };
  const goTo = (table: string, search: TableSearch = {}) =>
    void navigate({ to: "/tables/$table", params: { table }, search });
  const screen = (to: string, title: string) => ({
    id: `screen ${to}`,
    title,
    run: () => void navigate({ to }),
  });

  const here: Section = {
    title: words.here,
    entries: offered.map(({ title, run, shortcut }, at) => ({
      id: `here ${at}`,
      title,
      keys: shortcut && keysText(SHORTCUTS[shortcut].keys, IS_MAC),
      run,
    })),
  };
  const rows: Section = {
    title: words.rows,
    entries: hits.map(({ table, id, title, detail }) => ({
      id: `row ${table} ${id}`,
      title,
      detail: [titleOf(table), detail].filter(Boolean).join(" · "),
      run: () => void navigate(rowPath({ table, id })),
    })),
  };
  const saved: Section = {
    title: words.views,
    entries: viewsFor(views?.data ?? [], user.id).map((view) => ({
      id: `view ${view.id}`,
      title: view.title,
      detail: titleOf(view.table),
      run: () => {
        showColumns({ userId: user.id, table: view.table }, view.columns);
        goTo(view.table, addressOf(schemaOf(view.table) ?? {}, view.search));
      },
    })),
  };
  const places: Section = {
    title: words.go,
    entries: [
      screen("/needs", words.needs),
      screen("/content", words.content),
      ...listedTables(schemas).map((schema) => ({
        id: `table ${schema.name}`,
        title: tableLabel(schema),
        run: () => goTo(schema.name),
      })),
      screen("/settings", settingsWords.title),
      screen("/discounts", discountWords.title),
      screen("/backups", backupWords.title),
      screen("/import-orders", importWords.orders),
      screen("/health", healthWords.title),
      screen("/checklist", checklistWords.short),
      screen("/passkeys", adminPasskeyWords.title),
      screen("/device", deviceWords.title),
      { id: "help", title: words.shortcuts, keys: SHORTCUTS.help.keys, run: OPENERS.help },
    ],
  };
  return { here: [here], rows, places: [saved, places] };
}
