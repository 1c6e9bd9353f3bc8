// Data cached on a device while personal details are switched off.
import { expect, onTestFinished, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { createReads } from "../../../../client/admin/data/reads.ts";
import type { CachedRead } from "../../../../client/admin/offline/database.ts";
import { updateRow } from "../../../../db/record.ts";
import { emails } from "../../../../db/schema.ts";
import { openDesk, press } from "../../../support/desk-shop.ts";

const BUYER = "buyer@example.com";
const SECRETS = /buyer(?:@|%40)example|Rosa had doubts/;

/**
 * An owner's reads of a shop whose tables all contain one buyer's details, with the cache on disk.
 */
async function openReading({ storesPrivate = false } = {}) {
  const desk = await openDesk();
  const values = { amount: 100, reason: "Rosa had doubts." };
  await press(desk.admin, `orders/${desk.orderId}/refund`, { values });
  const view = { table_name: "orders", title: "One buyer", search: `email=${BUYER}` };
  await desk.admin.create("saved_views", view);
  const message = { name: "Rosa had doubts", email: BUYER, message: "Rosa had doubts about it." };
  await desk.admin.create("contact_submissions", message);
  const [mail] = desk.db.select().from(emails).where(eq(emails.recipient, BUYER)).all();
  const lastError = `550 5.1.1 <${BUYER}> is unknown here`;
  const author = { actor: "test", now: desk.clock.now() };
  desk.db.write((tx) => updateRow(tx, emails, mail?.id ?? 0, { lastError }, author));
  vi.stubGlobal("fetch", (path: string) => desk.admin.get(path));
  onTestFinished(() => void vi.unstubAllGlobals());
  const disk = new Map<string, CachedRead>();
  const reads = createReads({
    answers: {
      find: async (key) => disk.get(key),
      keep: async (answer) => void disk.set(answer.key, answer),
    },
    tables: { find: async () => undefined },
    storesPrivate: async () => storesPrivate,
  });
  return { desk, reads, disk };
}

async function readAll({ desk, reads }: Awaited<ReturnType<typeof openReading>>) {
  const schemas = await reads.listSchemas();
  for (const { name } of schemas) await reads.listRows(name, {});
  await reads.getSchema("orders");
  await reads.getOrder(desk.orderId);
  await reads.getNeeds();
  await reads.getHealth();
  return schemas;
}

test("no email, saved query or reason is stored on disk, in a key or in a value", async () => {
  const reading = await openReading();
  const schemas = await readAll(reading);
  // A message fetches the other rows of its sender; every filter is part of a cache key.
  for (const table of ["orders", "contact_submissions", "users", "subscription_records"]) {
    await reading.reads.listRows(table, { email__eq: BUYER, sort: "id:desc" });
    await reading.reads.listRows(table, { email: BUYER });
  }
  await reading.reads.listRows("refunds", { reason__contains: "Rosa had doubts" });
  await vi.waitFor(() => expect(reading.disk.size).toBe(schemas.length + 5));
  expect(JSON.stringify([...reading.disk])).not.toMatch(SECRETS);
});

test("with personal details cached, every answer can be read again", async () => {
  const reading = await openReading({ storesPrivate: true });
  await reading.reads.listRows("orders", { email__eq: BUYER });
  const kept = () => [...reading.disk.keys()];
  await vi.waitFor(() =>
    expect(kept()).toContain("/api/tables/orders?email__eq=buyer%40example.com"),
  );
});
