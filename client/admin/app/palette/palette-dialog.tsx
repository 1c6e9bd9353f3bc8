import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { paletteWords as words } from "../../../content/admin-parts.ts";
import { adminCalls } from "../../data/api.ts";
import { CHOICE } from "../popover.tsx";
import { matching } from "./find.ts";
import { Keys } from "./shortcuts-dialog.tsx";
import { useSections } from "./use-sections.ts";

/** How long a pause in typing starts the search of rows, which begins at two characters. */
const PAUSE_MS = 200;
const FEWEST_CHARACTERS = 2;

type PaletteDialogProps = { schemas: TableSchema[]; onClose: () => void; onHelp: () => void };

/** Finds tables, views, rows and what can be done here, by typing. */
export function PaletteDialog({ schemas, onClose, onHelp }: PaletteDialogProps) {
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
            {/* Its lines are reached from the input alone, so the list needs a stop to be scrolled. */}
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

/** Orders and other rows that hold what was typed. */
function useFoundRows(typed: string) {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(setText, PAUSE_MS, typed.trim());
    return () => clearTimeout(timer);
  }, [typed]);
  return useQuery({
    queryKey: ["search", text],
    queryFn: ({ signal }) => adminCalls.search(text, signal),
    enabled: text.length >= FEWEST_CHARACTERS,
  });
}
