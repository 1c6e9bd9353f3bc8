import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { pages } from "../../../client/app/pages.ts";
import { emails, orderItems } from "../../../db/schema.ts";
import { ownershipLines } from "./ownership-lines.ts";
import { openWorld } from "./ownership-world.ts";

/** Allows for rendering every page several times. */
const TIMEOUT_MS = 60_000;

test("every page has its line", () => {
  const lines = Object.keys(ownershipLines()).filter((name) => name.startsWith("page "));
  expect(lines.toSorted()).toEqual(
    Object.keys(pages)
      .map((path) => `page ${path}`)
      .toSorted(),
  );
});

test.each(["bert", "nobody"] as const)(
  "what is Anna's stays hers, whatever %s asks for",
  { timeout: TIMEOUT_MS },
  async (who) => {
    const world = await openWorld();
    const before = world.rows();
    expect(before.items).toHaveLength(4);
    expect(world.anna.paths).toHaveLength(7);
    const mails = world.mails.length;
    for (const [name, line] of Object.entries(ownershipLines())) {
      const tries = line.ask(world[who](), world);
      expect(tries.length, name).toBeGreaterThan(0);
      for (const response of await Promise.all(tries)) {
        expect(`${name}: ${response.status}`).toBe(`${name}: ${line[who]}`);
        const told = (await response.text()) + JSON.stringify([...response.headers]);
        const secrets = line.echoes ? world.secrets.slice(1) : world.secrets;
        expect([name, secrets.filter((secret) => told.includes(secret))]).toEqual([name, []]);
      }
    }
    await world.settle();
    expect(world.rows()).toEqual(before);
    for (const mail of world.mails.slice(mails)) expect(mail.to).toBe(world.anna.email);
  },
);

test("the same tries by Anna herself do open what is hers", async () => {
  const world = await openWorld();
  const { phone, anna } = world;
  for (const path of anna.paths) expect((await phone.get(path)).status).toBe(200);
  for (const link of anna.links) expect((await world.nobody().get(link)).status).toBe(200);
  expect(await (await phone.get("/api/sessions")).text()).toContain("Samsung Internet");
  const history = await (await phone.get("/api/products/purchased-products")).json();
  // Three paid purchases and one with a pending bank payment.
  expect(history).toHaveLength(4);
  for (const sessionId of anna.bought) {
    const detail = await phone.get(`/api/products/purchase-detail?sessionId=${sessionId}`);
    expect(await detail.json()).toMatchObject({ customerEmail: anna.email, masked: false });
  }
  const sent = await phone.postForm("/account/billing", { itemId: String(anna.itemIds[2]) });
  expect(sent.status).toBe(303);
  const own = await phone.send(`/api/sessions/${anna.sessionIds[1]}`, { method: "DELETE" });
  expect(own.status).toBe(200);
  expect((await world.laptop.get("/api/users/me")).status).toBe(401);
});

test("what was withdrawn is shut for Anna too: by session, by link, by page, by mail", async () => {
  const world = await openWorld();
  const { phone, anna, clock } = world;
  const now = clock.now();
  for (const id of anna.itemIds) {
    const withdrawn = { revokedAt: now, revokeReason: "refund" as const };
    world.db.write((tx) => updateRow(tx, orderItems, id, withdrawn, { actor: "test", now }));
  }
  const queued = world.db.select().from(emails).all();
  for (const path of [...anna.paths, ...anna.links]) {
    expect((await phone.get(path)).status).toBe(404);
  }
  for (const path of ["/account", `/checkout/success?sessionId=${anna.bought[0]}&plain=1`]) {
    const html = await (await phone.get(path)).text();
    expect(html).toContain("Premium Pack");
    expect(html).not.toMatch(/\/files\/\d/);
  }
  for (const sessionId of anna.bought) await phone.post("/api/orders/resend", { sessionId });
  expect(world.db.select().from(emails).all()).toEqual(queued);
});
