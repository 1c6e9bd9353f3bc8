import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { TableAction, TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { ToolButton, toolClass } from "../app/controls.tsx";
import { type Job, useOpenAction } from "./open-action.ts";
import { allowedActions, useActions } from "./order-queries.ts";

const words = deskWords.actions;

type RowActionsProps = {
  table: string;
  row: TableRow;
  /** What people know the row by. */
  label: string;
  /** How many of them are buttons of their own, before the menu. */
  buttons?: number;
  /** Those that are offered; all of the table when left out. */
  only?: (action: TableAction) => boolean;
};

/** Everything that can be done with a row as it is; nothing where it allows no action. */
export function RowActions({ table, row, label, buttons = 0, only }: RowActionsProps) {
  const open = useOpenAction();
  const known = allowedActions(useActions(table), row);
  const actions = only ? known.filter(only) : known;
  const jobs = actions.map((action) => ({ table, row, action }));
  if (jobs.length === 0) return null;
  return (
    <div className="flex shrink-0 items-center gap-1.5 sm:ml-auto">
      {jobs.slice(0, buttons).map((job) => (
        <ToolButton key={job.action.name} onClick={() => open(job)}>
          {job.action.title}
        </ToolButton>
      ))}
      {jobs.length > buttons && (
        <ActionMenu
          label={words.menu(label)}
          entries={jobs.slice(buttons).map((job) => ({ title: job.action.title, job }))}
        />
      )}
    </div>
  );
}

type Entry = { title: string; job: Job };
type ActionMenuProps = {
  label: string;
  entries: readonly Entry[];
  /** The button's words; three dots when left out. */
  button?: ReactNode;
};

/** A menu whose entries open the dialogs of actions. */
export function ActionMenu({ label, entries, button }: ActionMenuProps) {
  const open = useOpenAction();
  return (
    <MenuTrigger>
      <Button
        aria-label={button ? undefined : label}
        className={
          button
            ? toolClass("quiet")
            : "inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
        }
      >
        {button ?? <EllipsisVertical aria-hidden="true" className="size-4" />}
      </Button>
      <Popover
        placement="bottom end"
        className="rounded-control border border-line bg-card shadow-paper"
      >
        <Menu
          aria-label={label}
          onAction={(key) => {
            const entry = entries[Number(key)];
            if (entry) open(entry.job);
          }}
          className="max-h-80 min-w-48 overflow-y-auto p-1 text-xs outline-none"
        >
          {entries.map(({ title }, index) => (
            <MenuItem
              // Titles may be the same for two lines.
              key={index}
              id={index}
              textValue={title}
              className="cursor-pointer rounded-sheet px-3 py-2 text-ink outline-none focus:bg-paper-2"
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
