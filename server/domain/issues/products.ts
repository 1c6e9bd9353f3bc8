import { eq } from "drizzle-orm";
import { products } from "../../../db/schema.ts";
import { formatSpan } from "../../contract/format.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok } from "./finding.ts";

/** Whether products on sale can be paid for. Editing a product clears its rejection. */
export function productsFinding({
  db,
  watch,
  clock,
}: Pick<Deps, "db" | "watch" | "clock">): Finding {
  const refused = watch.refusedProducts;
  const onSale = db
    .select({ id: products.id, name: products.name, updatedAt: products.updatedAt })
    .from(products)
    .where(eq(products.active, true))
    .all();
  if (onSale.length === 0) return ok("No product is on sale.");
  const [failing] = onSale.flatMap(({ id, name, updatedAt }) => {
    const refusal = refused.get(id);
    return refusal && updatedAt <= refusal.at ? [{ name, ...refusal }] : [];
  });
  if (!failing) return ok("The payment provider accepts all products on sale.");
  const { name, said, at } = failing;
  const ago = formatSpan(clock.now().getTime() - at.getTime());
  return bad(
    `“${name}” can't be paid for: the payment provider refused its checkout ${ago} ago. It said: ${said}`,
    "Correct the product's price or currency, or take it off sale.",
  );
}
