import type { Transaction } from "../../../db/client.ts";
import type { Order } from "../../../db/schema.ts";
import { unreportedSales } from "../../../db/store-schema.ts";
import { storedSettings } from "../public-reads.ts";

/** Notes a paid order for a mail to the owner, if the owner wants mails about sales now. */
export function noteUnreportedSale(tx: Transaction, { order }: { order: Order }): void {
  const wanted = storedSettings.read(tx)?.saleMails ?? "off";
  if (wanted === "off") return;
  tx.insert(unreportedSales)
    .values({ orderId: order.id, daily: wanted === "daily" })
    .run();
}
