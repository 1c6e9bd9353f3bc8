import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Coffee } from "lucide-react";
import type { Need, NeedKind, Needs } from "../../../server/contract/admin-answers.ts";
import { allowsAction } from "../../../server/contract/tables.ts";
import { needsWords as words } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton, toolClass } from "../ui/controls.tsx";
import { useToasts } from "../ui/toasts.tsx";
import { readRows } from "../data/queries.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { useOpenAction } from "../actions/actions.tsx";
import { Deadline } from "./deadline.tsx";
import { needsQuery, useActions } from "../actions/order-queries.ts";
import { isDuplicateAction, nearestDeadline } from "./order-rules.ts";
import { Count, Panel, PanelRows, Time } from "../ui/panels.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import { NEEDS_PATH, needPath, rowPath } from "../url/screen-paths.ts";

/** Lists everything that needs the owner's attention, in groups. */
export function NeedsScreen() {
  return (
    <LoadedScreen query={useStored(needsQuery)} words={words}>
      {(needs, asOf) => <NeedsBody needs={needs} asOf={asOf} />}
    </LoadedScreen>
  );
}

type NeedsBodyProps = { needs: Needs; asOf: AsOfTime | undefined };

function NeedsBody({ needs: { groups }, asOf }: NeedsBodyProps) {
  const open = groups.filter(({ count }) => count > 0);
  return (
    <Screen
      title={words.title}
      lead={
        <>
          {open.length > 0 && words.lead}
          <AsOf of={asOf} />
        </>
      }
    >
      {open.length === 0 ? (
        <div className="flex flex-col items-center rounded-control border border-line bg-card px-6 py-16 text-center">
          <Coffee aria-hidden="true" className="mb-3 size-8 text-teal" />
          <p className="text-lg font-semibold">{words.empty}</p>
          <p className="mt-1 max-w-96 text-ink-2">{words.emptyText}</p>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {open.map(({ kind, count, rows }) => (
            <Panel key={kind} title={words.kinds[kind]} count={count}>
              <PanelRows>
                {rows.map((need) => (
                  <NeedRow key={need.id} kind={kind} need={need} />
                ))}
              </PanelRows>
              {count > rows.length && (
                <p className="border-t border-line px-4 py-2 text-ink-2">
                  {words.more(count - rows.length)}
                </p>
              )}
            </Panel>
          ))}
        </div>
      )}
    </Screen>
  );
}

type NeedProps = { kind: NeedKind; need: Need };

function NeedRow({ kind, need }: NeedProps) {
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
          {words.answer}
        </ScreenLink>
      ) : (
        <MainAction kind={kind} need={need} />
      )}
    </li>
  );
}

/** Button for the first action, or for duplicate payments the action that resolves them. */
function MainAction({ kind, need: { table, id, title } }: NeedProps) {
  const open = useOpenAction();
  const client = useQueryClient();
  const { show } = useToasts();
  const actions = useActions(table);
  const action = kind === "double_payments" ? actions.find(isDuplicateAction) : actions[0];
  if (!action) return null;
  const openWithRow = async () => {
    try {
      const [row] = (await readRows(client, table, { id: String(id) })).data;
      if (row && allowsAction(action, row)) open({ table, row, action });
      else show({ text: words.gone, failed: true });
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

/** One-line summary with counts and the nearest deadline. Renders nothing while loading. */
export function NeedsPanel() {
  const { data } = useQuery(needsQuery);
  if (!data) return null;
  const open = data.groups.filter(({ count }) => count > 0);
  if (open.length === 0) return <p className="text-ink-2">{words.empty}</p>;
  return (
    <section
      aria-label={words.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line bg-card px-4 py-2"
    >
      <ScreenLink path={NEEDS_PATH}>{words.title}</ScreenLink>
      <ul className="contents">
        {open.map(({ kind, count }) => (
          <li key={kind} className="flex flex-wrap items-center gap-1.5">
            {words.kinds[kind]} <Count count={count} urgent={kind === "disputes"} />
            {kind === "disputes" && <Deadline dueAt={nearestDeadline(data)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
