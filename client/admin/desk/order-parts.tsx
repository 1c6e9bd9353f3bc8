import type { TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import {
  accessOf,
  mailStateOf,
  numberOf,
  orderStateOf,
  refundStateOf,
  textOf,
  wordFor,
} from "./order-rules.ts";
import { Amount, ScreenLink, Panel, PanelRows, StateMark, Time } from "./panels.tsx";
import { orderPath } from "./screen-paths.ts";
import { RowActions } from "./row-actions.tsx";
import { dayOf, timeOf } from "./times.ts";
import { useNow } from "./use-now.ts";

const words = deskWords.order;

// On phones what a row is about has a line of its own.
const ROW = "flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4";
const ABOUT = "min-w-0 flex-1 basis-full @md:basis-40";
const END = "ml-auto text-right";
const TIME = "text-ink-2 @md:min-w-34 @md:text-right";

type OfOrder = { currency: string };

/** What was bought, and whether it opens. */
export function LinesPanel({ items, currency }: OfOrder & { items: readonly TableRow[] }) {
  const now = useNow();
  return (
    <Panel title={words.lines} count={items.length}>
      <PanelRows empty={words.noLines}>
        {items.map((item) => {
          const price = numberOf(item["price"]) * numberOf(item["quantity"]);
          return (
            <li key={item.id} className={ROW}>
              <p className={`${ABOUT} font-semibold wrap-anywhere`}>{textOf(item["name"])}</p>
              <StateMark state={accessOf(item, now, dayOf)} />
              <span className={`w-16 ${END}`}>
                {price === 0 ? (
                  deskWords.access.free
                ) : (
                  <Amount amount={price} currency={currency} />
                )}
              </span>
              <RowActions table="order_items" row={item} label={textOf(item["name"])} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

/** Every mail about the order, newest first, and what became of it. */
export function MailsPanel({ mails }: { mails: readonly TableRow[] }) {
  return (
    <Panel title={words.mails} count={mails.length}>
      <PanelRows empty={words.noMails}>
        {mails.map((mail) => (
          <li key={mail.id} className={ROW}>
            <div className={ABOUT}>
              <p className="wrap-anywhere">
                <span className="font-semibold">
                  {wordFor(deskWords.mails.kinds, mail["kind"])}
                </span>{" "}
                <span className="text-ink-2">{deskWords.mails.to(textOf(mail["recipient"]))}</span>
              </p>
              <MailError mail={mail} />
            </div>
            <StateMark state={mailStateOf(mail)} />
            <MailTime mail={mail} />
            <RowActions
              table="emails"
              row={mail}
              label={wordFor(deskWords.mails.kinds, mail["kind"])}
              buttons={1}
            />
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** Why it has not gone; what went wrong before it was sent is of no more interest. */
function MailError({ mail }: { mail: TableRow }) {
  const { status, last_error: lastError } = mail;
  if (!lastError || status === "sent") return null;
  return <p className="text-danger wrap-anywhere">{textOf(lastError)}</p>;
}

function MailTime({ mail }: { mail: TableRow }) {
  const sentAt = textOf(mail["sent_at"]);
  const nextAt = textOf(mail["next_attempt_at"]);
  const waits = mail["status"] === "queued" && numberOf(mail["attempts"]) > 0 && nextAt;
  return (
    <span className={TIME}>
      {waits ? (
        <Time at={nextAt}>{deskWords.mails.nextTry(timeOf(nextAt))}</Time>
      ) : (
        <Time at={sentAt || textOf(mail["created_at"])} />
      )}
    </span>
  );
}

type RefundsProps = OfOrder & { refunds: readonly TableRow[]; items: readonly TableRow[] };

/** Money that went back, or was to. */
export function RefundsPanel({ refunds, items, currency }: RefundsProps) {
  return (
    <Panel title={words.refunds} count={refunds.length}>
      <PanelRows>
        {refunds.map((refund) => {
          const line = items.find(({ id }) => id === refund["order_item_id"]);
          return (
            <li key={refund.id} className={ROW}>
              <div className={ABOUT}>
                <p className="font-semibold">
                  <Amount amount={numberOf(refund["amount"])} currency={currency} />{" "}
                  {line && (
                    <span className="font-normal text-ink-2">
                      {words.for(textOf(line["name"]))}
                    </span>
                  )}
                </p>
                {refund["last_error"] && (
                  <p className="text-danger wrap-anywhere">{textOf(refund["last_error"])}</p>
                )}
              </div>
              <StateMark state={refundStateOf(refund)} />
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

export function OtherOrdersPanel({ orders }: { orders: readonly TableRow[] }) {
  return (
    <Panel title={words.others} count={orders.length}>
      <OrderRows orders={orders} empty={words.noOthers} />
    </Panel>
  );
}

/** Orders as links to their pages. */
export function OrderRows({ orders, empty }: { orders: readonly TableRow[]; empty: string }) {
  return (
    <PanelRows empty={empty}>
      {orders.map((order) => (
        <li key={order.id} className={`${ROW} pr-4`}>
          <p className="min-w-0 flex-1 whitespace-nowrap tabular-nums">
            <ScreenLink path={orderPath(order.id)}>{textOf(order["number"])}</ScreenLink>
          </p>
          <StateMark state={orderStateOf(order)} />
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
