// Makes a buyer's orders older, directly in the database of a store:
// bun tests/support/backdate-orders.ts DATA_DIR anna@example.com 14
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { updateRow } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import { DAY_MS } from "../../server/contract/time.ts";
import { pathsOf } from "../../server/data/data-dir.ts";

const [dataDir = "", email = "", days = ""] = process.argv.slice(2);
const db = openDatabase(pathsOf(dataDir).database);
db.write((tx) => {
  for (const { id, paidAt } of tx.select().from(orders).where(eq(orders.email, email)).all()) {
    const earlier = new Date((paidAt?.getTime() ?? 0) - Number(days) * DAY_MS);
    updateRow(tx, orders, id, { paidAt: earlier }, { actor: "test", now: new Date() });
  }
});
db.close();
