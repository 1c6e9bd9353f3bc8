import { useQueryClient } from "@tanstack/react-query";
import type { Need, NeedKind } from "../../../server/contract/order-page.ts";
import { allowsAction } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { ToolButton, toolClass } from "../app/controls.tsx";
import { useToasts } from "../app/toasts.tsx";
import { useOpenAction } from "./open-action.ts";
import { rowQuery, useActions } from "./order-queries.ts";
import { isOfDoubles } from "./order-rules.ts";
import { Deadline } from "./order-notes.tsx";
import { ScreenLink, Time } from "./panels.tsx";
import { needPath, rowPath } from "./screen-paths.ts";

type NeedProps = { kind: NeedKind; need: Need };

/** One thing that waits: what it is, since when, by when, and what can be done about it at once. */
export function NeedRow({ kind, need }: NeedProps) {
  const { title, detail, at, dueAt } = need;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 py-2 pr-3 pl-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          <ScreenLink path={needPath(need)}>{title}</ScreenLink>
        </p>
        {detail && <p className="line-clamp-2 wrap-anywhere text-ink-2">{detail}</p>}
      </div>
      {dueAt ? (
        <Deadline dueAt={dueAt} />
      ) : (
        <span className="text-ink-2">
          <Time at={at} />
        </span>
      )}
      {kind === "unread_messages" ? (
        <ScreenLink path={rowPath(need)} className={toolClass("quiet")}>
          {deskWords.needs.answer}
        </ScreenLink>
      ) : (
        <FirstAction kind={kind} need={need} />
      )}
    </li>
  );
}

/** The table's first action, as that is the one that is mostly needed. */
function FirstAction({ kind, need: { table, id, title } }: NeedProps) {
  const open = useOpenAction();
  const client = useQueryClient();
  const { show } = useToasts();
  const actions = useActions(table);
  const action = kind === "double_payments" ? actions.find(isOfDoubles) : actions[0];
  if (!action) return null;
  // A need names its row alone; what the action shows of it is asked for with the press.
  const openWithRow = async () => {
    try {
      const { row } = await client.fetchQuery(rowQuery(table, id));
      if (row && allowsAction(action, row)) open({ table, row, action });
      else show({ text: deskWords.needs.gone, failed: true });
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };
  return (
    <ToolButton aria-label={`${action.title}: ${title}`} onClick={() => void openWithRow()}>
      {action.title}
    </ToolButton>
  );
}
