import {
  CircleDollarSign,
  Mail,
  PencilLine,
  ShoppingBag,
  StickyNote,
  Undo2,
  Webhook,
} from "lucide-react";
import type { TimelineEntry } from "../../../server/contract/order-page.ts";
import { orderWords as words } from "../../content/admin-orders.ts";
import { useAdmin } from "../app/admin-context.ts";
import { actorName, byDay } from "./order-rules.ts";
import { Panel, Time } from "./panels.tsx";
import { hourOf } from "./times.ts";

const ICONS = {
  order: ShoppingBag,
  payment: CircleDollarSign,
  mail: Mail,
  note: StickyNote,
  refund: Undo2,
  event: Webhook,
  change: PencilLine,
} satisfies Record<TimelineEntry["kind"], unknown>;

/** The activity of an order, newest first, grouped by day. */
export function TimelinePanel({ entries }: { entries: readonly TimelineEntry[] }) {
  const days = byDay(entries);
  return (
    <Panel title={words.timeline}>
      {days.length === 0 && <p className="px-4 py-3 text-ink-2">{words.noTimeline}</p>}
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={day} className="px-4 pt-2.5 pb-1 last:pb-3">
          <h4 className="mb-1.5 font-sans font-semibold text-ink-2">{day}</h4>
          <ol>
            {entries.map((entry, index) => (
              // A row can have two entries with the same time.
              <TimelineItem
                key={`${entry.at} ${entry.row.table} ${entry.row.id} ${index}`}
                entry={entry}
              />
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  );
}

/** Allows line breaks after the dots of the provider's event names. */
function breakable(title: string): string {
  return title.replaceAll(/\.(?=\w)/g, ".\u200b");
}

function TimelineItem({ entry: { at, kind, title, detail, actor } }: { entry: TimelineEntry }) {
  const Icon = ICONS[kind] ?? PencilLine;
  const { user } = useAdmin();
  const by = actorName(actor, user.id);
  return (
    <li className="group relative flex gap-3 pb-3 last:pb-1">
      <span
        aria-hidden="true"
        className="absolute top-7 bottom-0 left-3 w-px bg-line group-last:hidden"
      />
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line bg-paper text-ink-2">
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex gap-2">
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{breakable(title)}</span>
          <span className="shrink-0 text-ink-2">
            <Time at={at}>{hourOf(at)}</Time>
          </span>
        </p>
        {(detail || by) && (
          <p className="wrap-anywhere text-ink-2">
            {detail}
            {detail && by && "\u00a0· "}
            {by && words.by(by)}
          </p>
        )}
      </div>
    </li>
  );
}
