import { expect, test } from "vitest";
import { buyerPath, filteredPath, rowPath } from "../../../../client/admin/url/screen-paths.ts";
import { rowOf } from "../desk/fixtures.ts";

test("an order leads to the page of its buyer, and to that of the account if there is one", () => {
  expect(buyerPath(rowOf(7, { user_id: null }))).toEqual({ to: "/customers/order-7" });
  const account = rowPath({ table: "users", id: 3 });
  expect(account).toEqual({ to: "/customers/3" });
  expect(buyerPath(rowOf(7, { user_id: 3 }))).toEqual(account);
});

test("a list leads to its table with the rows of several emails", () => {
  const filter = { column: "email", values: ["a@b.co", "c@d.co"] };
  const search = { email__in: "a@b.co,c@d.co" };
  expect(filteredPath("orders", filter)).toEqual({ to: "/tables/orders", search });
});
