import { useQuery } from "@tanstack/react-query";
import type { OrderPage } from "../../../server/contract/order-page.ts";
import { orderWords as words } from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { AsOf } from "../data/as-of.tsx";
import type { FromDevice } from "../data/reads.ts";
import { usePendingEdits } from "../pending/outbox-context.tsx";
import { orderQuery } from "./order-queries.ts";
import { isDuplicateAction, sortNotes, stateOf } from "./order-rules.ts";
import { useRowCommands } from "../app/palette/commands.ts";
import { BuyerPanel, MoneyPanel } from "./order-facts.tsx";
import { OpenNotes, SettledNotes } from "./order-notes.tsx";
import { ItemsPanel, MailsPanel, OrderRows, RefundsPanel } from "./order-panels.tsx";
import { Panel, StateMark } from "./panels.tsx";
import { ORDERS_PATH } from "./screen-paths.ts";
import { Screen, ScreenFailed, ScreenLink, ScreenLoading } from "./screen.tsx";
import { RefundMenu } from "./refund-menu.tsx";
import { RowActions } from "./row-actions.tsx";
import { TimelinePanel } from "./timeline.tsx";

const ACTION_BUTTONS = 2;
const TRAIL = <ScreenLink path={ORDERS_PATH}>{words.all}</ScreenLink>;

/** An order with its buyer, items, mails, refunds, notes and activity. */
export function OrderScreen({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (data) return <OrderBody page={data} />;
  if (!error) return <ScreenLoading label={words.loading} />;
  return (
    <ScreenFailed
      trail={TRAIL}
      heading={words.failed}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function OrderBody({ page }: { page: OrderPage & FromDevice }) {
  const { items, emails, notes, refunds, otherOrders, timeline } = page;
  const order = usePendingEdits("orders").withEdits(page.order);
  useRowCommands("orders", order);
  const number = textOf(order["number"]);
  const currency = textOf(order["currency"]);
  const { open, settled } = sortNotes(notes);
  return (
    <Screen
      trail={TRAIL}
      title={words.title(number)}
      mark={<StateMark state={stateOf("orders", order)} />}
      lead={<AsOf readAt={page.readAt} isPartial={order["email"] === undefined} />}
      actions={
        <>
          <RefundMenu page={page} />
          <RowActions
            table="orders"
            row={order}
            label={words.title(number)}
            buttons={ACTION_BUTTONS}
            filter={(action) => !action.movesMoney && !isDuplicateAction(action)}
          />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {open.length > 0 && <OpenNotes notes={open} currency={currency} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <BuyerPanel order={order} />
          <MoneyPanel page={page} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ItemsPanel rows={items} currency={currency} />
            <MailsPanel rows={emails} />
            {refunds.length > 0 && (
              <RefundsPanel rows={refunds} items={items} currency={currency} />
            )}
            <Panel title={words.others} count={otherOrders.length}>
              <OrderRows orders={otherOrders} empty={words.noOthers} />
            </Panel>
            {settled.length > 0 && <SettledNotes notes={settled} currency={currency} />}
          </div>
          <TimelinePanel entries={timeline} />
        </div>
      </div>
    </Screen>
  );
}
