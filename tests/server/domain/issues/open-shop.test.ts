import { expect, test } from "vitest";
import { emails, files, products } from "../../../../db/schema.ts";
import { readSettings } from "../../../../server/domain/settings.ts";
import { press } from "../../../support/desk-shop.ts";
import { changeRow } from "../../../support/rows.ts";
import { buy, openShop, type Shop } from "../../../support/shop.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { openRoles, signInAdmin } from "../../../support/table-calls.ts";

const OPEN = "settings/1/open_shop" as const;
const CLOSE = "settings/1/close_shop" as const;

/** Opens a closed shop where every required step is done: its administrator has bought the pack. */
async function openReady() {
  const t = await openShop({ hasContent: true });
  const seller = { sellerName: "Anna Bee", sellerAddress: "Street 1", sellerCountry: "DE" };
  changeSettings(t, { isOpen: false, ...seller });
  const { administrator: admin, ...others } = openRoles(t);
  await buy(t, admin, { products: [t.pack] });
  return { ...t, admin, ...others, isOpen: () => readSettings(t.deps).isOpen };
}

const unsell = (t: Shop) => {
  for (const id of [t.pack, t.book]) changeRow(t, products, id, { active: false });
};

test.each<[step: string, undo: (t: Shop) => unknown]>([
  ["“Give your shop a name”", (t) => changeSettings(t, { brand: " " })],
  ["“Enter your seller details”", (t) => changeSettings(t, { sellerCountry: "" })],
  ["“Put your products on sale”, “Add the files”", unsell],
  ["“Add the files”", (t) => t.db.update(files).set({ currentVersionId: null }).run()],
  [
    "“Put your products on sale”",
    ({ deps, clock, pack }) =>
      deps.watch.refusedProducts.set(pack, { at: clock.now(), said: "No such currency." }),
  ],
  ["“Connect the payment provider”", (t) => t.db.sqlite.prepare("DELETE FROM job_cursors").run()],
  ["“Test your mail”", (t) => t.db.update(emails).set({ status: "dead" }).run()],
])("a shop does not open without %s", async (steps, undo) => {
  const t = await openReady();
  undo(t);
  const refused = await press(t.admin, OPEN);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "conflict", message: `The shop can't open yet. Still to do: ${steps}.` },
  });
  expect(t.isOpen()).toBe(false);
});

test("only administrators open it, and no form does", async () => {
  const t = await openReady();
  expect((await press(t.anonymous, OPEN)).status).toBe(401);
  expect((await press(t.buyer, OPEN)).status).toBe(403);
  expect((await t.admin.change("settings", 1, { is_open: true })).status).toBe(422);
  expect(t.isOpen()).toBe(false);
});

test("of two administrators one opens it, and either may close it whatever is missing", async () => {
  const t = await openReady();
  const other = signInAdmin(t, "other@example.com");
  const answers = await Promise.all([press(t.admin, OPEN), press(other, OPEN)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body["message"]).toBe(
    "The shop is open already.",
  );
  expect(t.isOpen()).toBe(true);
  unsell(t);
  expect((await press(other, CLOSE)).status).toBe(200);
  expect(t.isOpen()).toBe(false);
  expect((await press(other, CLOSE)).body["message"]).toBe("The shop is closed already.");
});
