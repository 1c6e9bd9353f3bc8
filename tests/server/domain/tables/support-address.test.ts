import { expect, test } from "vitest";
import { createTestApp } from "../../../support/create-test-app.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { signInAdmin } from "../../../support/table-calls.ts";

const FORMER = "owner@shop.example";
const NEW = "new@shop.example";

/** Opens a shop with the support address FORMER. */
function open(env: Record<string, string> = {}) {
  const t = createTestApp({ env });
  changeSettings(t, { supportEmail: FORMER });
  return { ...t, admin: signInAdmin(t) };
}

test("a change of the support address is mailed to the former one, and can be undone", async () => {
  const t = open();
  await t.admin.change("settings", 1, { hours: "9 to 5" });
  const changed = await t.admin.change("settings", 1, { support_email: NEW });
  const set = Number(changed.headers.get("X-Change-Set"));
  await t.settle();
  expect(t.mails.map(({ to }) => to)).toEqual([FORMER]);
  expect(t.mails[0]?.text).toContain(NEW);

  const undone = await t.admin.call("POST", `/api/admin/change-sets/${set}/undo`);
  expect(undone).toMatchObject({ status: 200 });
  await t.admin.change("settings", 1, { support_email: "" });
  await t.settle();
  expect(t.mails.map(({ to }) => to)).toEqual([FORMER, NEW, FORMER]);
  await t.admin.change("settings", 1, { support_email: NEW });
  await t.settle();
  expect(t.mails).toHaveLength(3);
});

test("no mail says that an address of the environment was changed", async () => {
  const t = open({ SUPPORT_EMAIL: "fixed@shop.example" });
  await t.admin.change("settings", 1, { support_email: NEW });
  await t.settle();
  expect(t.mails).toEqual([]);
});
