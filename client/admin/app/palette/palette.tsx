import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { paletteWords as words } from "../../../content/admin-parts.ts";
import { searchQuery } from "../../desk/order-queries.ts";
import { ToolButton } from "../controls.tsx";
import { AdminDialog, DialogBody } from "../dialog.tsx";
import { CHOICE } from "../popover.tsx";
import { offeredNow, openPalette, useOpener } from "./commands.ts";
import { matching } from "./find.ts";
import { useSections } from "./sections.ts";
import {
  IS_MAC,
  keysText,
  type Shortcut,
  SHORTCUT_PLACES,
  SHORTCUTS,
  useShortcuts,
} from "./shortcuts.ts";

/** Pause in typing that starts the search of rows. */
const PAUSE_MS = 200;
const FEWEST_CHARACTERS = 2;

/** The palette and the help with all shortcuts, opened by their keys. */
export function Palette({ schemas }: { schemas: TableSchema[] }) {
  const [open, setOpen] = useState<"palette" | "help">();
  const show = useCallback(() => setOpen("palette"), []);
  const close = useCallback(() => setOpen(undefined), []);
  const own = useMemo(() => ({ palette: show, help: () => setOpen("help") }), [show]);
  useShortcuts(own, offeredNow);
  useOpener(show);
  return (
    <>
      {open === "palette" && (
        <PaletteDialog schemas={schemas} onClose={close} onHelp={() => setOpen("help")} />
      )}
      {open === "help" && <ShortcutsDialog onClose={close} />}
    </>
  );
}

/** Opens the palette without a keyboard. */
export function PaletteButton() {
  return (
    <ToolButton icon={Search} onClick={openPalette} className="font-normal text-ink-2">
      <span className="max-sm:sr-only">{words.button}</span>
      <kbd className="font-sans max-md:hidden">{keysText(SHORTCUTS.palette.keys, IS_MAC)}</kbd>
    </ToolButton>
  );
}

type PaletteDialogProps = { schemas: TableSchema[]; onClose: () => void; onHelp: () => void };

/** Finds tables, views, rows and commands. */
function PaletteDialog({ schemas, onClose, onHelp }: PaletteDialogProps) {
  const [typed, setTyped] = useState("");
  const found = useFoundRows(typed);
  const { here, rows, places } = useSections({ schemas, hits: found.data ?? [], onHelp });
  const sections = [
    ...matching(here, typed),
    ...(rows.entries.length > 0 ? [rows] : []),
    ...matching(places, typed),
  ];
  const run = (id: string) => {
    const entry = sections.flatMap(({ entries }) => entries).find((each) => each.id === id);
    onClose();
    entry?.run();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
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
            {/* A tab stop, to scroll the list: its entries are reached from the input only. */}
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

/** Searches rows once typing pauses. */
function useFoundRows(typed: string) {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(setText, PAUSE_MS, typed.trim());
    return () => clearTimeout(timer);
  }, [typed]);
  return useQuery({ ...searchQuery(text), enabled: text.length >= FEWEST_CHARACTERS });
}

/** All shortcuts, by place. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts: Shortcut[] = Object.values(SHORTCUTS);
  return (
    <AdminDialog title={words.shortcuts} onClose={onClose}>
      <DialogBody>
        <div className="gap-8 sm:columns-2">
          {SHORTCUT_PLACES.map((place) => (
            <section key={place} className="mb-4 break-inside-avoid last:mb-0">
              <h3 className="mb-1 font-sans font-semibold text-ink-2">{place}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.place === place)
                  .map(({ keys, title }) => (
                    <div key={keys} className="flex min-h-8 items-center justify-between gap-4">
                      <dt>{title}</dt>
                      <dd className="flex shrink-0 gap-1">
                        {keysText(keys, IS_MAC)
                          .split(", ")
                          .map((key) => (
                            <Keys key={key} keys={key} />
                          ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
    </AdminDialog>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sheet border border-line bg-paper-2 px-1.5 font-sans whitespace-nowrap text-ink">
      {keys}
    </kbd>
  );
}
