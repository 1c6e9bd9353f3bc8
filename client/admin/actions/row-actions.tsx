import { PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { TableAction, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { actionWords as words } from "../../content/admin-orders.ts";
import { ToolButton, ToolMenu } from "../ui/controls.tsx";
import { rowLabel } from "../data/row-texts.ts";
import { useOpenAction } from "./actions.tsx";
import type { ActionTarget } from "./action-state.ts";
import { allowedActions, useActions } from "./order-queries.ts";
import { ScreenLink } from "../ui/screen.tsx";
import { hasScreen, rowPath } from "../url/screen-paths.ts";

const ICON =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink";

type RowActionsProps = {
  table: string;
  row: TableRow;
  label: string;
  /** Number of actions shown as buttons; the rest go into a menu. */
  buttons?: number;
  filter?: (action: TableAction) => boolean;
};

/** Buttons and menu for the actions allowed on a row. */
export function RowActions({ table, row, label, buttons = 0, filter }: RowActionsProps) {
  const open = useOpenAction();
  const allowed = allowedActions(useActions(table), row);
  const entries = (filter ? allowed.filter(filter) : allowed).map((action) => ({
    title: action.title,
    target: { table, row, action },
  }));
  if (entries.length === 0) return null;
  return (
    <div className="flex shrink-0 items-center gap-1.5 sm:ml-auto">
      {entries.slice(0, buttons).map(({ title, target }) => (
        <ToolButton key={target.action.name} onClick={() => open(target)}>
          {title}
        </ToolButton>
      ))}
      {entries.length > buttons && (
        <ActionMenu label={words.menu(label)} entries={entries.slice(buttons)} />
      )}
    </div>
  );
}

/** Link to the screen of a grid row, and the menu of the row's actions. */
export function GridRowActions({ schema, row }: { schema: TableSchema; row: TableRow }) {
  const { name: table, actions } = schema;
  const label = rowLabel(schema, row);
  const entries = allowedActions(actions, row).map((action) => ({
    title: action.title,
    target: { table, row, action },
  }));
  return (
    <>
      {hasScreen(table) && (
        <ScreenLink
          path={rowPath({ table, id: row.id })}
          label={words.open(label)}
          className={ICON}
        >
          <PanelsTopLeft aria-hidden="true" className="size-4" />
        </ScreenLink>
      )}
      {entries.length > 0 && <ActionMenu label={words.menu(label)} entries={entries} />}
    </>
  );
}

type ActionMenuProps = {
  label: string;
  entries: readonly { title: string; target: ActionTarget }[];
  /** Content of the button; three dots by default. */
  button?: ReactNode;
};

/** Menu whose entries open action dialogs. */
export function ActionMenu({ entries, ...rest }: ActionMenuProps) {
  const open = useOpenAction();
  const runs = entries.map(({ title, target }) => ({ title, run: () => open(target) }));
  return <ToolMenu {...rest} className={ICON} entries={runs} />;
}
