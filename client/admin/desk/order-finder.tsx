import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { deskWords } from "../../content/admin-orders.ts";
import { INPUT } from "../app/inputs.tsx";
import { searchQuery } from "./order-queries.ts";
import { ScreenLink } from "./panels.tsx";
import { orderPath } from "./screen-paths.ts";

const words = deskWords.message;

/** Finds an order by what a person writes of it, where its email is another one. */
export function OrderFinder() {
  const id = useId();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { data } = useQuery(searchQuery(wanted));
  const orders = data?.filter(({ table }) => table === "orders");
  return (
    <div className="border-t border-line px-4 py-2.5">
      <label htmlFor={id} className="text-ink-2">
        {words.findOrders}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`mt-1 block ${INPUT}`}
      />
      <div role="status">
        {orders?.length === 0 && <p className="mt-2 text-ink-2">{words.nothingFound}</p>}
      </div>
      {orders && orders.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {orders.map((order) => (
            <li key={order.id} className="wrap-anywhere">
              <ScreenLink path={orderPath(order.id)}>{order.title}</ScreenLink>{" "}
              <span className="text-ink-2">{order.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
