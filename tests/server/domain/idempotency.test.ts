import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { runOnce } from "../../../server/domain/idempotency.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signInAdmin } from "../../support/table-calls.ts";

test("work that was interrupted is not started again under its key", async () => {
  const t = createTestApp();
  const { deps } = t;
  await t.addProduct({ name: "Pack", price: 100 });
  const caller = { id: signInAdmin(t).userId, requireRights() {}, write: deps.db.write };
  const call = { admin: caller, keyed: { scope: "s", key: "k", request: 1 } };
  const interrupted = runOnce(deps, call, {
    async run(author) {
      deps.db.write((tx) => updateRow(tx, products, 1, { badge: "X" }, author));
      throw new Error("killed");
    },
  });
  await expect(interrupted).rejects.toThrow("killed");
  const again = runOnce(deps, call, {
    run: () => Promise.reject(new Error("started again")),
  });
  await expect(again).rejects.toMatchObject({ reason: "cut_short" });
});
