import {
  CircleDollarSign,
  Mail,
  PencilLine,
  ShoppingBag,
  StickyNote,
  Undo2,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import type { OrderPage, TimelineEntry } from "../../../server/contract/admin-answers.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { orderWords as words } from "../../content/admin-orders.ts";
import { textOf, numberOf } from "../../lib/read-fields.ts";
import { useAdmin } from "../data/admin-context.ts";
import { moneyText } from "../ui/formats.ts";
import { useTimes } from "../ui/times.ts";
import { Deadline, useNow } from "./deadline.tsx";
import { accessOf, actorName, noteWords, stateOf, wordFor } from "./order-rules.ts";
import { paidOf } from "../actions/order-amounts.ts";
import { Amount, Panel, PanelRows, StateMark, Time } from "../ui/panels.tsx";
import { RowActions } from "../actions/row-actions.tsx";
import { ScreenLink } from "../ui/screen.tsx";
import { orderPath } from "../url/screen-paths.ts";

const ROW = "flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4";
// Takes a full line on phones.
const SUBJECT = "min-w-0 flex-1 basis-full @md:basis-40";
const TIME = "mr-2 text-ink-2 @md:min-w-34 @md:text-right";

type RowsProps = { rows: readonly TableRow[]; currency: string };

type ItemsProps = RowsProps & Pick<OrderPage, "credits">;

export function ItemsPanel({ rows, credits, currency }: ItemsProps) {
  const now = useNow();
  const times = useTimes();
  return (
    <Panel title={words.lines} count={rows.length}>
      <PanelRows empty={words.noLines}>
        {rows.map((item) => {
          const paid = paidOf(item);
          const credit = credits.find(({ itemId }) => itemId === item.id);
          return (
            <li key={item.id} className={ROW}>
              <div className={`${SUBJECT} wrap-anywhere`}>
                <p className="font-semibold">{textOf(item["name"])}</p>
                {credit && (
                  <p className="text-ink-2">
                    {words.credit(moneyText(numberOf(item["credit_amount"]), currency))}{" "}
                    <ScreenLink path={orderPath(credit.orderId)}>{credit.number}</ScreenLink>
                  </p>
                )}
              </div>
              <StateMark state={accessOf(item, now, times)} />
              <span className="ml-auto w-16 text-right">
                {paid === 0 ? words.free : <Amount amount={paid} currency={currency} />}
              </span>
              <RowActions table="order_items" row={item} label={textOf(item["name"])} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

type MailsProps = {
  rows: readonly TableRow[];
  /** Number of all mails, if `rows` are only the newest. */
  total?: number;
  aside?: ReactNode;
  children?: ReactNode;
};

export function MailsPanel({ rows, total = rows.length, aside, children }: MailsProps) {
  return (
    <Panel title={words.mails} count={total} aside={aside}>
      <PanelRows empty={words.noMails}>
        {rows.map((mail) => {
          const kind = wordFor(words.mailKinds, mail["kind"]);
          const isSent = mail["status"] === "sent";
          return (
            <li key={mail.id} className={ROW}>
              <Subject error={isSent ? "" : textOf(mail["last_error"])}>
                <span className="font-semibold">{kind}</span>{" "}
                <span className="text-ink-2">{words.mailTo(textOf(mail["recipient"]))}</span>
              </Subject>
              <StateMark state={stateOf("mails", mail)} />
              <span className={TIME}>
                <MailTime mail={mail} />
              </span>
              <RowActions table="emails" row={mail} label={kind} buttons={1} />
            </li>
          );
        })}
      </PanelRows>
      {children}
    </Panel>
  );
}

function MailTime({ mail }: { mail: TableRow }) {
  const nextAt = textOf(mail["next_attempt_at"]);
  const isRetrying = mail["status"] === "queued" && numberOf(mail["attempts"]) > 0 && nextAt;
  if (isRetrying) return <Time at={nextAt} wrap={words.nextTry} />;
  return <Time at={textOf(mail["sent_at"]) || textOf(mail["created_at"])} />;
}

function Subject({ error, children }: { error: string; children: ReactNode }) {
  return (
    <div className={`${SUBJECT} wrap-anywhere`}>
      <p>{children}</p>
      {error && <p className="text-danger">{error}</p>}
    </div>
  );
}

export function RefundsPanel({
  rows,
  items,
  currency,
}: RowsProps & { items: readonly TableRow[] }) {
  return (
    <Panel title={words.refunds} count={rows.length}>
      <PanelRows>
        {rows.map((refund) => {
          const item = items.find(({ id }) => id === refund["order_item_id"]);
          return (
            <li key={refund.id} className={ROW}>
              <Subject error={textOf(refund["last_error"])}>
                <span className="font-semibold">
                  <Amount amount={numberOf(refund["amount"])} currency={currency} />
                </span>{" "}
                {item && <span className="text-ink-2">{words.for(textOf(item["name"]))}</span>}
              </Subject>
              <StateMark state={stateOf("refunds", refund)} />
              <span className={TIME}>
                <Time at={textOf(refund["created_at"])} />
              </span>
              <RowActions table="refunds" row={refund} label={words.refunds} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

type NotesProps = {
  rows: readonly TableRow[];
  /** Currencies of the notes' orders; with a number, the note links to its order. */
  orders: readonly { id: number; number?: string; currency: string }[];
  isOpen: boolean;
};

/** Lists open notes with their deadlines, or resolved notes. */
export function NotesPanel({ rows, orders, isOpen }: NotesProps) {
  return (
    <Panel
      title={isOpen ? words.notes : words.settled}
      count={isOpen ? rows.length : undefined}
      urgent={isOpen}
    >
      <PanelRows>
        {rows.map((note) => {
          const order = orders.find(({ id }) => id === note["order_id"]);
          const text = noteWords(note, order?.currency ?? "");
          const doneAt = textOf(note["done_at"]);
          return (
            <li
              key={note.id}
              className={`flex items-center gap-x-3 gap-y-1.5 px-4 py-2 ${isOpen ? "flex-wrap" : "text-ink-2"}`}
            >
              <p
                className={`min-w-0 flex-1 wrap-anywhere ${isOpen ? "basis-64 font-semibold" : ""}`}
              >
                {text}{" "}
                {order?.number && (
                  <ScreenLink path={orderPath(order.id)}>{words.title(order.number)}</ScreenLink>
                )}
              </p>
              {isOpen ? (
                <Deadline dueAt={textOf(note["due_at"])} />
              ) : (
                <Time at={doneAt} format="dayOf" />
              )}
              <RowActions table="order_notes" row={note} label={text} buttons={isOpen ? 1 : 0} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

/** Order activity, newest first, grouped by day. */
export function TimelinePanel({ entries }: { entries: readonly TimelineEntry[] }) {
  const { dayOf } = useTimes();
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  return (
    <Panel title={words.timeline}>
      {entries.length === 0 && <p className="px-4 py-3 text-ink-2">{words.noTimeline}</p>}
      {[...days].map(([day, entries]) => (
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

const ICONS = {
  order: ShoppingBag,
  payment: CircleDollarSign,
  mail: Mail,
  note: StickyNote,
  refund: Undo2,
  event: Webhook,
  change: PencilLine,
} satisfies Record<TimelineEntry["kind"], unknown>;

function TimelineItem({ entry: { at, kind, title, detail, actor } }: { entry: TimelineEntry }) {
  const Icon = ICONS[kind] ?? PencilLine;
  const by = actorName(actor, useAdmin().user.id);
  // Allow line breaks after the dots of the payment provider's event names.
  const breakable = title.replaceAll(/\.(?=\w)/g, ".\u200b");
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
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{breakable}</span>
          <span className="shrink-0 text-ink-2">
            <Time at={at} format="hourOf" />
          </span>
        </p>
        <p className="wrap-anywhere text-ink-2">
          {[detail, by && words.by(by)].filter(Boolean).join("\u00a0· ")}
        </p>
      </div>
    </li>
  );
}
