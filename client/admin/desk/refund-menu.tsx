import { ChevronDown } from "lucide-react";
import type { OrderPage } from "../../../server/contract/order-page.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { useSchemas } from "./order-queries.ts";
import { refundEntries } from "./refund-entries.ts";
import { ActionMenu } from "./row-actions.tsx";

const words = deskWords.actions;

/** The ways to give money back: all that is left, one line, or an amount. */
export function RefundMenu({ desk }: { desk: OrderPage }) {
  const schemas = useSchemas();
  const entries = refundEntries(desk, (table) => schemas.get(table)?.actions ?? []);
  if (entries.length === 0) return null;
  return (
    <ActionMenu
      label={words.refund}
      entries={entries}
      button={
        <>
          {words.refund}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
    />
  );
}
