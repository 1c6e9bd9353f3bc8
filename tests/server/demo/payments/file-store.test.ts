import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../../server/data/data-dir.ts";
import { fileStore } from "../../../../server/demo/payments/store.ts";
import { createHarness, onePack } from "./harness.ts";

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "payments-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return pathsOf(folder).demoPayments;
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
  const { id } = await before.stripe.checkout.sessions.create(onePack());
  appendFileSync(path, '{"kind":"product","record":{"id":"prod_cu');

  const after = createHarness({ store: fileStore(path) });

  expect(after.control.sessions().map((session) => session.id)).toEqual([id]);
  expect(readFileSync(path, "utf8")).not.toContain("prod_cu\n");
});

test("opening the file drops the history of its records", async () => {
  const path = temporaryPath();
  const { control, stripe } = createHarness({ store: fileStore(path) });
  const { id } = await stripe.checkout.sessions.create(onePack());
  control.expire(id);
  const states = () =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.startsWith('{"kind":"checkout.session"'))
      .map((line) => JSON.parse(line).record.status);
  const before = states();

  fileStore(path);

  expect(before).toEqual(["open", "expired"]);
  expect(states()).toEqual(["expired"]);
});
