import { MOST_ROWS_A_PAGE, type TableRow } from "../../../server/contract/tables.ts";
import { orderWords as words } from "../../content/admin-orders.ts";
import { numberOf, textOf } from "../../lib/read-fields.ts";
import { RowActions } from "../actions/row-actions.tsx";
import { useRows } from "../data/queries.ts";
import { Amount, PanelRows, StateMark, Time } from "../ui/panels.tsx";
import { ScreenLink } from "../ui/screen.tsx";
import { orderPath } from "../url/screen-paths.ts";
import { stateOf } from "./order-rules.ts";

/** Query of the items of a few orders, in the order of purchase. */
const ITEMS_OF_ORDERS = { sort: "id:asc", limit: String(MOST_ROWS_A_PAGE) };

type OrderRowsProps = {
  orders: readonly TableRow[];
  empty: string;
  /** Shows the name or email of the buyer. */
  withBuyer?: boolean;
  /** Items of the orders. Fetched if undefined. */
  items?: readonly TableRow[];
  withActions?: boolean;
};

/** Orders as links to their screens, with the names of their products. */
export function OrderRows({
  orders,
  empty,
  withBuyer = false,
  items,
  withActions = false,
}: OrderRowsProps) {
  const search = { order_id__in: orders.map(({ id }) => id).join(","), ...ITEMS_OF_ORDERS };
  const { data } = useRows("order_items", search, { enabled: !items && orders.length > 0 });
  const known = items ?? data?.data ?? [];
  const namesOf = ({ id }: TableRow) =>
    known.filter((item) => item["order_id"] === id).map((item) => textOf(item["name"]));
  const buyerOf = (order: TableRow) => textOf(order["customer_name"]) || textOf(order["email"]);
  return (
    <PanelRows empty={empty}>
      {orders.map((order) => (
        <li
          key={order.id}
          className={"flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5"}
        >
          <p className="flex-1 whitespace-nowrap tabular-nums @2xl:flex-none">
            <ScreenLink path={orderPath(order.id)}>{textOf(order["number"])}</ScreenLink>
          </p>
          <p
            className={`order-last min-w-0 truncate text-ink-2 @2xl:order-none @2xl:flex-1 @2xl:basis-0 ${withActions ? "basis-[calc(100%-3rem)]" : "basis-full"}`}
          >
            <span className="text-ink">{namesOf(order).join(", ")}</span>
            {withBuyer && buyerOf(order) && ` · ${buyerOf(order)}`}
          </p>
          <StateMark state={stateOf("orders", order)} />
          <span className="w-16 text-right">
            <Amount amount={numberOf(order["total_amount"])} currency={textOf(order["currency"])} />
          </span>
          <span className="text-right text-ink-2 @md:min-w-24">
            <Time at={textOf(order["created_at"])} format="dayOf" />
          </span>
          {withActions && (
            // Next to the products on phones. Also reserves its place if there are no actions.
            <div className="order-last -mr-2 ml-auto min-w-8 @2xl:order-none">
              <RowActions table="orders" row={order} label={words.title(textOf(order["number"]))} />
            </div>
          )}
        </li>
      ))}
    </PanelRows>
  );
}
