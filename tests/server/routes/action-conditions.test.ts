import { expect, test } from "vitest";
import { insertRow, updateRow } from "../../../db/record.ts";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import { emails, orderItems, orderNotes, orders } from "../../../db/schema.ts";
import { webhookEvents } from "../../../db/store-schema.ts";
import { allowsAction, type TablePage, type TableSchema } from "../../../server/contract/tables.ts";
import { defineTable } from "../../../server/domain/tables/define-table.ts";
import {
  linkAction,
  type TableActionDefinition,
} from "../../../server/domain/tables/table-action.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { MESSAGE } from "../../support/contact.ts";
import { type Desk, openDesk, press } from "../../support/desk-shop.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { newestChange } from "../../support/table-calls.ts";

/** Prepares a row in a certain state and returns its id. */
type Plant = (desk: Desk) => number | Promise<number>;

const NOW = new Date("2026-11-20T09:00:00.000Z");
const BY = { actor: "test", now: NOW };

const openCheckout = async (desk: Desk): Promise<number> => {
  await startCheckout(openBrowser(desk), [desk.book]);
  return ordersOf(desk).at(-1)?.id ?? 0;
};

const order =
  (values: Partial<typeof orders.$inferInsert> = {}): Plant =>
  ({ db, orderId }) =>
    db.write((tx) => updateRow(tx, orders, orderId, values, BY).id);

const item =
  (values: Partial<typeof orderItems.$inferInsert> = {}): Plant =>
  (desk) =>
    desk.db.write((tx) => updateRow(tx, orderItems, itemsOf(desk)[0]?.id ?? 0, values, BY).id);

const unpaidItem: Plant = async (desk) => {
  await openCheckout(desk);
  return itemsOf(desk).at(-1)?.id ?? 0;
};

const note =
  (doneAt: Date | null): Plant =>
  ({ db, orderId }) =>
    db.write((tx) => insertRow(tx, orderNotes, { orderId, kind: "other_total", doneAt }, BY).id);

const mail =
  (status: "queued" | "sending" | "sent" | "dead"): Plant =>
  ({ db }) =>
    db.write((tx) => updateRow(tx, emails, 1, { status }, BY).id);

const event =
  (handledAt: Date | null): Plant =>
  ({ db }) =>
    db.write((tx) => {
      const told = {
        eventId: "evt_1",
        type: "plan.created",
        about: "other",
        payload: "{}",
      } as const;
      return insertRow(tx, webhookEvents, { ...told, handledAt, nextAttemptAt: NOW }, BY).id;
    });

const preference =
  (wanted: boolean): Plant =>
  ({ db }) =>
    db.write((tx) => {
      const about = { email: MESSAGE.email, topic: "news" } as const;
      return insertRow(tx, mailPreferences, { ...about, wanted }, BY).id;
    });

const message =
  (status: "new" | "suspect" | "answered" | "done"): Plant =>
  ({ db }) =>
    db.write((tx) => {
      const { name, email, message: text } = MESSAGE;
      return insertRow(tx, contactSubmissions, { name, email, message: text, status }, BY).id;
    });

const fileWithoutPdf: Plant = ({ db }) => {
  db.sqlite.prepare("UPDATE files SET current_version_id = NULL").run();
  return 1;
};

const CASES: [row: string, table: string, plant: Plant, offered: string][] = [
  ["an unpaid one", "orders", openCheckout, ""],
  ["an expired one", "orders", order({ status: "expired" }), ""],
  ["one under way", "orders", order({ status: "processing" }), "correct_email"],
  ["a paid one", "orders", order(), "send_again correct_email refund give_product"],
  ["one without email", "orders", order({ email: null }), "correct_email refund give_product"],
  ["a free one", "orders", order({ totalAmount: 0 }), "send_again correct_email give_product"],
  [
    "one without payment",
    "orders",
    order({ paymentIntentId: null }),
    "send_again correct_email give_product",
  ],
  [
    "a double",
    "orders",
    order({ duplicateOfId: 1 }),
    "send_again correct_email refund give_product dismiss_duplicate",
  ],
  [
    "a settled double",
    "orders",
    order({ duplicateOfId: 1, duplicateResolvedAt: NOW }),
    "send_again correct_email refund give_product",
  ],
  ["an unpaid one", "order_items", unpaidItem, ""],
  ["an open one", "order_items", item(), "refund_line revoke"],
  ["a free one", "order_items", item({ price: 0, paidAmount: 0 }), "revoke"],
  ["one that a code made free", "order_items", item({ paidAmount: 0 }), "revoke"],
  [
    "a revoked one",
    "order_items",
    item({ revokedAt: NOW, revokeReason: "owner" }),
    "refund_line restore",
  ],
  ["a refunded one", "order_items", item({ revokedAt: NOW, revokeReason: "refund" }), "restore"],
  ["an open one", "order_notes", note(null), "mark_done"],
  ["one that is done", "order_notes", note(NOW), "reopen"],
  ["a queued one", "emails", mail("queued"), ""],
  ["one on its way", "emails", mail("sending"), ""],
  ["a sent one", "emails", mail("sent"), ""],
  ["a dead one", "emails", mail("dead"), "try_again"],
  ["a wanted one", "mail_preferences", preference(true), "stop"],
  ["a stopped one", "mail_preferences", preference(false), ""],
  ["a handled one", "webhook_events", event(NOW), ""],
  ["one that waits", "webhook_events", event(null), "handle_again"],
  ["a new one", "contact_submissions", message("new"), "answer mark_done"],
  ["one held back", "contact_submissions", message("suspect"), "answer mark_done reopen"],
  ["an answered one", "contact_submissions", message("answered"), "answer mark_done reopen"],
  ["one that is done", "contact_submissions", message("done"), "answer reopen"],
  ["one with a PDF", "product_files", () => 1, "notify_buyers"],
  ["one without a PDF", "product_files", fileWithoutPdf, ""],
];

const VALUES: Record<string, object> = {
  correct_email: { email: "other@example.com" },
  refund: { amount: 1 },
  give_product: { product_id: 1, send_mail: false },
};

test.each(CASES)("%s of %s is offered what it allows, and refused the rest", async (...given) => {
  const [, table, plant, offered] = given;
  const desk = await openDesk();
  const id = await plant(desk);
  const schema = await desk.admin.call<TableSchema>("GET", `/api/admin/schemas/${table}`);
  const list = await desk.admin.call<TablePage>("GET", `/api/tables/${table}?id=${id}`);
  const { actions } = schema.body;
  const allowed = actions.filter((action) =>
    list.body.data.some((row) => allowsAction(action, row)),
  );
  expect(allowed.map(({ name }) => name).join(" ")).toBe(offered);

  const before = newestChange(desk);
  for (const { name } of actions.filter((action) => !allowed.includes(action))) {
    const refused = await press(desk.admin, `${table}/${id}/${name}`, {
      values: VALUES[name] ?? {},
    });
    expect([name, refused.status, refused.body["code"]]).toEqual([name, 409, "conflict"]);
  }
  expect(newestChange(desk)).toBe(before);
});

test("an action that reads a column that no row shows stops the start", () => {
  const action = { name: "do", title: "Do", description: "", run: () => {} };
  const withAction = (added: TableActionDefinition) =>
    defineTable(orders, {
      title: "Orders",
      description: "",
      label: "number",
      columns: { number: {} },
      actions: [added],
    });
  for (const actionOn of [
    (column: string) => ({ ...action, when: { [column]: { in: [null] } } }),
    (column: string) => linkAction({ path: `/orders/{${column}}` }, {}),
  ]) {
    expect(withAction(actionOn("number")).actions).toHaveLength(1);
    expect(() => withAction(actionOn("browser_hash"))).toThrow("asks for browser_hash");
  }
});
