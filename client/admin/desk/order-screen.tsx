import { moneyText } from "../ui/formats.ts";
import { ChevronDown } from "lucide-react";
import type { OrderPage } from "../../../server/contract/admin-answers.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { customerWords } from "../../content/admin-customers.ts";
import { actionWords, copyWords, orderWords as words } from "../../content/admin-orders.ts";
import { textOf, numberOf } from "../../lib/read-fields.ts";
import { useRowCommands } from "../actions/commands.ts";
import { useSchemas } from "../data/queries.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { usePendingEdits } from "../data/admin-context.ts";
import {
  ItemsPanel,
  MailsPanel,
  NotesPanel,
  RefundsPanel,
  TimelinePanel,
} from "./order-panels.tsx";
import { OrderRows } from "./order-rows.tsx";
import { orderQuery } from "../actions/order-queries.ts";
import { isDuplicateAction, refundEntries, sortNotes, sourcesOf, stateOf } from "./order-rules.ts";
import { CopyButton, EmailTools, Pair, Panel, StateMark, Time } from "../ui/panels.tsx";
import { ActionMenu, RowActions } from "../actions/row-actions.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import { buyerPath, orderPath } from "../url/screen-paths.ts";

const TRAIL = <ScreenLink path={{ to: "/tables/orders" }}>{words.all}</ScreenLink>;

/** An order with its buyer, items, mails, refunds, notes and activity. */
export function OrderScreen({ id }: { id: number }) {
  return (
    <LoadedScreen query={useStored(orderQuery(id))} words={words} trail={TRAIL}>
      {(page, asOf) => <OrderBody page={page} asOf={asOf} />}
    </LoadedScreen>
  );
}

type OrderBodyProps = { page: OrderPage; asOf: AsOfTime | undefined };

function OrderBody({ page, asOf }: OrderBodyProps) {
  // A copy stored by an earlier version has no credits.
  const { items, credits = [], emails, notes, refunds, otherOrders, timeline } = page;
  const order = usePendingEdits("orders").withEdits(page.order);
  useRowCommands("orders", order);
  const title = words.title(textOf(order["number"]));
  const currency = textOf(order["currency"]);
  const { open, settled } = sortNotes(notes);
  const ofNotes = [{ id: order.id, currency }];
  return (
    <Screen
      trail={TRAIL}
      title={title}
      mark={<StateMark state={stateOf("orders", order)} />}
      lead={<AsOf of={asOf} isPartial={order["email"] === undefined} />}
      actions={
        <>
          <RefundMenu page={page} />
          <RowActions
            table="orders"
            row={order}
            label={title}
            buttons={2}
            filter={(action) => !action.movesMoney && !isDuplicateAction(action)}
          />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {open.length > 0 && <NotesPanel rows={open} orders={ofNotes} isOpen />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <BuyerPanel order={order} />
          <MoneyPanel page={page} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ItemsPanel rows={items} credits={credits} currency={currency} />
            <MailsPanel rows={emails} />
            {refunds.length > 0 && (
              <RefundsPanel rows={refunds} items={items} currency={currency} />
            )}
            <Panel title={words.others} count={otherOrders.length}>
              <OrderRows orders={otherOrders} empty={words.noOthers} />
            </Panel>
            {settled.length > 0 && <NotesPanel rows={settled} orders={ofNotes} isOpen={false} />}
          </div>
          <TimelinePanel entries={timeline} />
        </div>
      </div>
    </Screen>
  );
}

function RefundMenu({ page }: { page: OrderPage }) {
  const schemas = useSchemas();
  const entries = refundEntries(page, (table) => schemas.get(table)?.actions ?? []);
  if (entries.length === 0) return null;
  const button = (
    <>
      {actionWords.refund}
      <ChevronDown aria-hidden="true" className="size-4" />
    </>
  );
  return <ActionMenu label={actionWords.refund} entries={entries} button={button} />;
}

function BuyerPanel({ order }: { order: TableRow }) {
  const { user_id: userId, double_of_id: duplicateOfId, first_viewed_at: firstViewed } = order;
  const number = textOf(order["number"]);
  const email = textOf(order["email"]);
  const session = textOf(order["session_id"]);
  const giftTo = textOf(order["gift_to"]);
  const giver = textOf(order["giver_email"]);
  const invoiceUrl = textOf(order["invoice_url"]);
  const deletedAt = textOf(order["account_deleted_at"]);
  const paidAt = textOf(order["paid_at"]);
  return (
    <Panel title={words.buyer}>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 px-4 py-2 @4xl:grid-cols-2">
        <Pair name={words.email} className="@4xl:col-span-2">
          {email ? <EmailTools email={email} subject={words.title(number)} /> : words.noEmail}
        </Pair>
        {giftTo && (
          <Pair name={words.gift} className="@4xl:col-span-2">
            <span className="min-w-0 wrap-anywhere">{words.giftOf(giftTo, giver)}</span>
          </Pair>
        )}
        <Pair name={words.number}>
          <span className="tabular-nums">{number}</span>
          <CopyButton text={number} what={copyWords.number} />
        </Pair>
        <Pair name={words.name}>{textOf(order["customer_name"]) || words.noName}</Pair>
        <Pair name={words.paid}>{paidAt ? <Time at={paidAt} /> : words.notPaid}</Pair>
        {(userId !== null || order["email"] !== null) && (
          <Pair name={customerWords.title}>
            <ScreenLink path={buyerPath(order)}>{customerWords.open}</ScreenLink>
          </Pair>
        )}
        {sourcesOf(order).map(({ name, value }) => (
          <Pair key={name} name={name}>
            <span className="min-w-0 wrap-anywhere">{value}</span>
          </Pair>
        ))}
        {deletedAt && (
          <Pair name={customerWords.deleted}>
            <Time at={deletedAt} />
          </Pair>
        )}
        <Pair name={words.firstViewed}>
          {firstViewed ? <Time at={textOf(firstViewed)} /> : words.never}
        </Pair>
        {invoiceUrl && (
          <Pair name={words.invoice}>
            <a href={invoiceUrl} target="_blank" rel="noreferrer" className="link">
              {textOf(order["invoice_number"])}
            </a>
          </Pair>
        )}
        {session && (
          <Pair name={words.session} className="@4xl:col-span-2">
            <span className="truncate" title={session}>
              {session}
            </span>
            <CopyButton text={session} what={copyWords.session} />
          </Pair>
        )}
        {typeof duplicateOfId === "number" && (
          <Pair name={words.duplicateOf} className="@4xl:col-span-2">
            <ScreenLink path={orderPath(duplicateOfId)}>
              {words.openNumber(duplicateOfId)}
            </ScreenLink>
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

function MoneyPanel({ page: { order, refundable } }: { page: OrderPage }) {
  const currency = textOf(order["currency"]);
  const [discount, tax] = [numberOf(order["discount_amount"]), numberOf(order["tax_amount"])];
  const code = textOf(order["discount_code"]);
  const discountName = code ? words.discountOf(code) : words.discount;
  const sums: [string, number][] = [
    ...(discount > 0 ? [[discountName, -discount] satisfies [string, number]] : []),
    [words.total, numberOf(order["total_amount"])],
    ...(tax > 0 ? [[words.tax, tax] satisfies [string, number]] : []),
    [words.refunded, numberOf(order["refunded_amount"])],
    [words.refundable, refundable],
  ];
  return (
    <Panel title={words.money} aside={<span className="uppercase">{currency}</span>}>
      <dl className="px-4 py-2.5">
        {sums.map(([name, amount]) => (
          <div
            key={name}
            className="flex min-h-8 items-center justify-between gap-4 last:border-t last:border-line last:font-semibold"
          >
            <dt className="text-ink-2 in-last:text-ink">{name}</dt>
            <dd className="tabular-nums">{moneyText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
