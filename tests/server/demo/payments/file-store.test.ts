import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileStore } from "../../../../server/demo/payments/simulator.ts";
import { createHarness, onePack } from "./harness.ts";

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "payments-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "demo", "payments.jsonl");
}

test("sessions, payments and keys outlive a restart", async () => {
  const path = temporaryPath();
  const before = createHarness({ store: fileStore(path) });
  const key = { idempotencyKey: "click-1" };
  const paid = await before.stripe.checkout.sessions.create(onePack(), key);
  const open = await before.stripe.checkout.sessions.create(onePack());
  await before.control.pay(paid.id);
  await before.control.idle();

  const after = createHarness({ store: fileStore(path) });

  expect(after.control.events()).toEqual(before.control.events());
  expect(await after.stripe.checkout.sessions.retrieve(paid.id)).toMatchObject({
    payment_status: "paid",
  });
  expect((await after.stripe.checkout.sessions.create(onePack(), key)).id).toBe(paid.id);
  expect((await after.simulator.pages.request(`/pay/${open.id}`)).status).toBe(200);
});

test("what was due during the pause is done after it", async () => {
  const path = temporaryPath();
  const before = createHarness({ store: fileStore(path), settlementSeconds: 20 });
  const delayed = await before.stripe.checkout.sessions.create(onePack());
  const open = await before.stripe.checkout.sessions.create(onePack());
  await before.control.pay(delayed.id, { card: "4000000000003220" });
  before.control.stop();

  const after = createHarness({ store: fileStore(path) });
  after.advance(25 * 3600);
  const sessions = await after.stripe.checkout.sessions.list();

  expect(
    sessions.data.map(({ id, status, payment_status }) => [id, status, payment_status]),
  ).toEqual([
    [open.id, "expired", "unpaid"],
    [delayed.id, "complete", "paid"],
  ]);
});

test("a line cut short by a crash is dropped, the rest is kept", async () => {
  const path = temporaryPath();
  const before = createHarness({ store: fileStore(path) });
  const { id } = await before.stripe.products.create({ name: "Pack" });
  appendFileSync(path, '{"kind":"product","record":{"id":"prod_cu');

  const after = createHarness({ store: fileStore(path) });

  expect((await after.stripe.products.list()).data.map((product) => product.id)).toEqual([id]);
  expect(readFileSync(path, "utf8")).not.toContain("prod_cu\n");
});

test("opening the file drops the history of its records", async () => {
  const path = temporaryPath();
  const { stripe } = createHarness({ store: fileStore(path) });
  const { id } = await stripe.products.create({ name: "Pack 0" });
  for (const name of ["Pack 1", "Pack 2"]) await stripe.products.update(id, { name });
  const names = () => readFileSync(path, "utf8").match(/"name":"Pack \d"/g);
  const before = names();

  fileStore(path);

  expect(before).toHaveLength(3);
  expect(names()).toEqual(['"name":"Pack 2"']);
});
