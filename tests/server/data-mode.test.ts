import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { orders, storeFacts } from "../../db/schema.ts";
import { ConfigError, loadConfig } from "../../server/config.ts";
import { type Mode, MODES } from "../../server/contract/site.ts";
import { pathsOf } from "../../server/data-dir.ts";
import { openStore } from "../../server/open-store.ts";

const SHOP = {
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "shop@example.com",
  SUPPORT_EMAIL: "help@example.com",
  PUBLIC_URL: "https://shop.example",
};
const ENV: Record<Mode, Record<string, string>> = {
  demo: { DEMO: "1" },
  test: { ...SHOP, STRIPE_SECRET_KEY: "sk_test_1" },
  live: { ...SHOP, STRIPE_SECRET_KEY: "sk_live_1" },
};
const AUTHOR = { actor: "test", now: new Date(1000) };

function dataDir() {
  const parent = mkdtempSync(join(tmpdir(), "papercub-mode-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "data");
}

/** How a start in this mode ends: the mode that the data has, or why it is refused. */
async function start(DATA_DIR: string, mode: Mode): Promise<string> {
  try {
    const { db } = await openStore(loadConfig({ ...ENV[mode], DATA_DIR }));
    const facts = db.select().from(storeFacts).all();
    db.close();
    return facts.map(({ name, value }) => `${name} ${value}`).join();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").slice(1).join().trim();
  }
}

const others = (mode: Mode) => MODES.filter((other) => other !== mode);

test.each(MODES)("data of a first start in mode %s is refused to every other", async (mode) => {
  const directory = dataDir();
  expect(await start(directory, mode)).toBe(`mode ${mode}`);
  for (const other of others(mode)) {
    expect(await start(directory, other)).toMatch(/^DATA_DIR: .* holds the data of a /);
  }
  expect(await start(directory, mode)).toBe(`mode ${mode}`);
});

test("the refusal says in one line what to do", async () => {
  const demo = dataDir();
  await start(demo, "demo");
  const problem = `DATA_DIR: ${demo} holds the data of a demo; start it with DEMO=1, or name another folder for a live shop`;
  expect(await start(demo, "live")).toBe(problem);
});

test("a database that was copied to another folder takes its mode along", async () => {
  const from = dataDir();
  await start(from, "demo");
  const to = dataDir();
  mkdirSync(to, { recursive: true });
  cpSync(pathsOf(from).database, pathsOf(to).database);
  expect(await start(to, "live")).toContain("holds the data of a demo");
});

type Past = { sessionId?: string; checkoutUrl?: string; issuer?: string; folder?: string };

/** Data as an earlier release left it: it does not say what it is. */
function oldData({ sessionId, checkoutUrl, issuer, folder }: Past): string {
  const directory = dataDir();
  mkdirSync(join(directory, folder ?? ""), { recursive: true });
  const db = openDatabase(pathsOf(directory).database);
  const order = { number: "A", status: "open", currency: "usd", totalAmount: 1 } as const;
  db.write((tx) => insertRow(tx, orders, { ...order, sessionId, checkoutUrl }, AUTHOR));
  if (issuer) {
    db.sqlite.exec(`
      INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'a@example.com', 0, 0);
      INSERT INTO identities (user_id, issuer, subject, created_at) VALUES (1, '${issuer}', 's', 0);
    `);
  }
  db.close();
  return directory;
}

const PROVIDER = "https://checkout.stripe.com/c/pay/x";

test.each<[string, Past, Mode]>([
  ["a live session", { sessionId: "cs_live_1", checkoutUrl: PROVIDER }, "live"],
  ["a test session", { sessionId: "cs_test_1", checkoutUrl: PROVIDER }, "test"],
  [
    "a session of the simulator",
    { sessionId: "cs_test_1", checkoutUrl: "http://localhost:3000/demo/pay/cs_test_1" },
    "demo",
  ],
  ["a login of the demo's provider", { issuer: "http://localhost:3000/demo/identity" }, "demo"],
  ["the demo's own folder", { folder: "demo" }, "demo"],
  ["a live session beside an old trial", { sessionId: "cs_live_1", folder: "demo" }, "live"],
])("older data with %s is known by it", async (_what, past, mode) => {
  const directory = oldData(past);
  for (const other of others(mode)) expect(await start(directory, other)).toContain("DATA_DIR");
  expect(await start(directory, mode)).toBe(`mode ${mode}`);
});

test.each(MODES)("older data that says nothing is taken by a start in mode %s", async (mode) => {
  expect(await start(oldData({}), mode)).toBe(`mode ${mode}`);
});
