// Changes a product directly in a running store's database: bun tests/support/edit-product.ts
// DATA_DIR "Product name" '{"active":false}'
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { updateRow } from "../../db/record.ts";
import { products } from "../../db/schema.ts";
import { pathsOf } from "../../server/data/data-dir.ts";

const [dataDir = "", name = "", patch = "{}"] = process.argv.slice(2);
const db = openDatabase(pathsOf(dataDir).database);
db.write((tx) => {
  const product = tx.select().from(products).where(eq(products.name, name)).get();
  if (!product) throw new Error(`There is no product ${name}.`);
  updateRow(tx, products, product.id, JSON.parse(patch), { actor: "test", now: new Date() });
});
db.close();
