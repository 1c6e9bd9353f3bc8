import type { TableRow } from "../../../server/contract/tables.ts";
import { orderWords as words } from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { accessOf, numberOf, stateOf, wordFor } from "./order-rules.ts";
import { Amount, Panel, PanelRows, StateMark, Time } from "./panels.tsx";
import { RowActions } from "./row-actions.tsx";
import { orderPath } from "./screen-paths.ts";
import { ScreenLink } from "./screen.tsx";
import { dayOf, timeOf, useNow } from "./times.ts";

const ROW = "flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4";
// A line of its own on phones.
const SUBJECT = "min-w-0 flex-1 basis-full @md:basis-40";
const TIME = "text-ink-2 @md:min-w-34 @md:text-right";

type RowsProps = { rows: readonly TableRow[]; currency: string };

export function ItemsPanel({ rows, currency }: RowsProps) {
  const now = useNow();
  return (
    <Panel title={words.lines} count={rows.length}>
      <PanelRows empty={words.noLines}>
        {rows.map((item) => {
          const price = numberOf(item["price"]) * numberOf(item["quantity"]);
          return (
            <li key={item.id} className={ROW}>
              <p className={`${SUBJECT} font-semibold wrap-anywhere`}>{textOf(item["name"])}</p>
              <StateMark state={accessOf(item, now)} />
              <span className="ml-auto w-16 text-right">
                {price === 0 ? words.free : <Amount amount={price} currency={currency} />}
              </span>
              <RowActions table="order_items" row={item} label={textOf(item["name"])} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

export function MailsPanel({ rows }: Pick<RowsProps, "rows">) {
  return (
    <Panel title={words.mails} count={rows.length}>
      <PanelRows empty={words.noMails}>
        {rows.map((mail) => {
          const kind = wordFor(words.mailKinds, mail["kind"]);
          const error = mail["status"] === "sent" ? "" : textOf(mail["last_error"]);
          return (
            <li key={mail.id} className={ROW}>
              <div className={SUBJECT}>
                <p className="wrap-anywhere">
                  <span className="font-semibold">{kind}</span>{" "}
                  <span className="text-ink-2">{words.mailTo(textOf(mail["recipient"]))}</span>
                </p>
                {error && <p className="text-danger wrap-anywhere">{error}</p>}
              </div>
              <StateMark state={stateOf("mails", mail)} />
              <span className={TIME}>
                <MailTime mail={mail} />
              </span>
              <RowActions table="emails" row={mail} label={kind} buttons={1} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

function MailTime({ mail }: { mail: TableRow }) {
  const nextAt = textOf(mail["next_attempt_at"]);
  const isRetrying = mail["status"] === "queued" && numberOf(mail["attempts"]) > 0 && nextAt;
  if (isRetrying) return <Time at={nextAt}>{words.nextTry(timeOf(nextAt))}</Time>;
  return <Time at={textOf(mail["sent_at"]) || textOf(mail["created_at"])} />;
}

type RefundsPanelProps = RowsProps & { items: readonly TableRow[] };

export function RefundsPanel({ rows, items, currency }: RefundsPanelProps) {
  return (
    <Panel title={words.refunds} count={rows.length}>
      <PanelRows>
        {rows.map((refund) => {
          const item = items.find(({ id }) => id === refund["order_item_id"]);
          return (
            <li key={refund.id} className={ROW}>
              <div className={SUBJECT}>
                <p className="font-semibold">
                  <Amount amount={numberOf(refund["amount"])} currency={currency} />{" "}
                  {item && (
                    <span className="font-normal text-ink-2">
                      {words.for(textOf(item["name"]))}
                    </span>
                  )}
                </p>
                {refund["last_error"] && (
                  <p className="text-danger wrap-anywhere">{textOf(refund["last_error"])}</p>
                )}
              </div>
              <StateMark state={stateOf("refunds", refund)} />
              <span className={`mr-2 ${TIME}`}>
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

/** Orders as links to their screens. */
export function OrderRows({ orders, empty }: { orders: readonly TableRow[]; empty: string }) {
  return (
    <PanelRows empty={empty}>
      {orders.map((order) => (
        <li key={order.id} className={`${ROW} pr-4`}>
          <p className="min-w-0 flex-1 whitespace-nowrap tabular-nums">
            <ScreenLink path={orderPath(order.id)}>{textOf(order["number"])}</ScreenLink>
          </p>
          <StateMark state={stateOf("orders", order)} />
          <span className="w-16 text-right">
            <Amount amount={numberOf(order["total_amount"])} currency={textOf(order["currency"])} />
          </span>
          <span className="text-right text-ink-2 @md:min-w-24">
            <Time at={textOf(order["created_at"])}>{dayOf(textOf(order["created_at"]))}</Time>
          </span>
        </li>
      ))}
    </PanelRows>
  );
}
