import type { OrderPage } from "../../../server/contract/order-page.ts";
import { formatMoney } from "../../../server/contract/format.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { copyWords, orderWords as words } from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { CopyButton, EmailTools } from "./email-tools.tsx";
import { isDuplicateAction, numberOf } from "./order-rules.ts";
import { Pair, Panel, Time } from "./panels.tsx";
import { RowActions } from "./row-actions.tsx";
import { orderPath, rowPath } from "./screen-paths.ts";
import { ScreenLink } from "./screen.tsx";

export function BuyerPanel({ order }: { order: TableRow }) {
  const { user_id: userId, double_of_id: doubleOfId, first_viewed_at: firstViewed } = order;
  const number = textOf(order["number"]);
  const email = textOf(order["email"]);
  const session = textOf(order["session_id"]);
  const paidAt = textOf(order["paid_at"]);
  return (
    <Panel title={words.buyer}>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 px-4 py-2 @3xl:grid-cols-2">
        <Pair name={words.email} className="@3xl:col-span-2">
          {email ? <EmailTools email={email} subject={words.title(number)} /> : words.noEmail}
        </Pair>
        <Pair name={words.number}>
          <span className="tabular-nums">{number}</span>
          <CopyButton text={number} what={copyWords.number} />
        </Pair>
        <Pair name={words.name}>{textOf(order["customer_name"]) || words.noName}</Pair>
        <Pair name={words.paid}>{paidAt ? <Time at={paidAt} /> : words.notPaid}</Pair>
        {typeof userId === "number" && (
          <Pair name={words.account}>
            <ScreenLink path={rowPath({ table: "users", id: userId })}>
              {words.user(userId)}
            </ScreenLink>
          </Pair>
        )}
        <Pair name={words.firstViewed}>
          {firstViewed ? <Time at={textOf(firstViewed)} /> : words.never}
        </Pair>
        {session && (
          <Pair name={words.session} className="@3xl:col-span-2">
            <span className="truncate" title={session}>
              {session}
            </span>
            <CopyButton text={session} what={copyWords.session} />
          </Pair>
        )}
        {typeof doubleOfId === "number" && (
          <Pair name={words.doubleOf} className="@3xl:col-span-2">
            <ScreenLink path={orderPath(doubleOfId)}>{words.openNumber(doubleOfId)}</ScreenLink>
            <RowActions
              table="orders"
              row={order}
              label={words.title(number)}
              buttons={1}
              filter={isDuplicateAction}
            />
          </Pair>
        )}
      </dl>
    </Panel>
  );
}

export function MoneyPanel({ page: { order, refundable } }: { page: OrderPage }) {
  const currency = textOf(order["currency"]);
  const sums = [
    [words.total, numberOf(order["total_amount"])],
    [words.refunded, numberOf(order["refunded_amount"])],
    [words.refundable, refundable],
  ] as const;
  return (
    <Panel title={words.money} aside={<span className="uppercase">{currency}</span>}>
      <dl className="px-4 py-2.5">
        {sums.map(([name, amount], index) => (
          <div
            key={name}
            className={`flex min-h-8 items-center justify-between gap-4 ${index === 2 ? "border-t border-line font-semibold" : ""}`}
          >
            <dt className={index === 2 ? "" : "text-ink-2"}>{name}</dt>
            <dd className="tabular-nums">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
