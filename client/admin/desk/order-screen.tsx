import { useQuery } from "@tanstack/react-query";
import type { OrderPage } from "../../../server/contract/order-page.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { AsOf } from "../data/as-of.tsx";
import type { FromDevice } from "../data/reads.ts";
import { usePendingEdits } from "../pending/outbox-context.tsx";
import { orderQuery } from "./order-queries.ts";
import { isOfDoubles, orderStateOf, sortNotes, textOf } from "./order-rules.ts";
import { useRowCommands } from "../app/palette/use-row-commands.ts";
import { BuyerPanel, MoneyPanel } from "./order-facts.tsx";
import { OpenNotes, SettledNotes } from "./order-notes.tsx";
import { LinesPanel, MailsPanel, OtherOrdersPanel, RefundsPanel } from "./order-parts.tsx";
import { ScreenLink, Screen, StateMark } from "./panels.tsx";
import { ORDERS_PATH } from "./screen-paths.ts";
import { ScreenFailed, ScreenLoading } from "./screen.tsx";
import { RefundMenu } from "./refund-menu.tsx";
import { RowActions } from "./row-actions.tsx";
import { TimelinePanel } from "./timeline.tsx";

const words = deskWords.order;
const ACTION_BUTTONS = 2;
const TRAIL = <ScreenLink path={ORDERS_PATH}>{words.all}</ScreenLink>;

/** All that an owner needs to answer a mail about one order, and all that can be done with it. */
export function OrderScreen({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (data) return <OrderBody desk={data} />;
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

function OrderBody({ desk }: { desk: OrderPage & FromDevice }) {
  const { items, emails, notes, refunds, otherOrders, timeline } = desk;
  const order = usePendingEdits("orders").withEdits(desk.order);
  useRowCommands("orders", order);
  const number = textOf(order["number"]);
  const currency = textOf(order["currency"]);
  const { open, settled } = sortNotes(notes);
  return (
    <Screen
      trail={TRAIL}
      title={words.title(number)}
      mark={<StateMark state={orderStateOf(order)} />}
      lead={<AsOf readAt={desk.readAt} isPartial={order["email"] === undefined} />}
      actions={
        <>
          <RefundMenu desk={desk} />
          <RowActions
            table="orders"
            row={order}
            label={words.title(number)}
            buttons={ACTION_BUTTONS}
            only={(action) => !action.movesMoney && !isOfDoubles(action)}
          />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {open.length > 0 && <OpenNotes notes={open} currency={currency} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <BuyerPanel order={order} />
          <MoneyPanel desk={desk} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <LinesPanel items={items} currency={currency} />
            <MailsPanel mails={emails} />
            {refunds.length > 0 && (
              <RefundsPanel refunds={refunds} items={items} currency={currency} />
            )}
            <OtherOrdersPanel orders={otherOrders} />
            {settled.length > 0 && <SettledNotes notes={settled} currency={currency} />}
          </div>
          <TimelinePanel entries={timeline} />
        </div>
      </div>
    </Screen>
  );
}
