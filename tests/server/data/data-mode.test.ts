import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { orders } from "../../../db/schema.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import { ConfigError, loadConfig } from "../../../server/config.ts";
import { type Mode, MODES } from "../../../server/contract/site.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openStore } from "../../../server/data/open-store.ts";
import { LIVE, TEST_SHOP } from "../../support/settings.ts";
import { dataFolder } from "../../support/data-folder.ts";

const ENV: Record<Mode, Record<string, string>> = {
  demo: { DEMO: "1" },
  test: TEST_SHOP,
  live: LIVE,
};
const AUTHOR = { actor: "test", now: new Date(1000) };

/** Starts the store in this mode; returns the `store_facts` rows, or the reason for refusing. */
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

test.each(MODES)("data of a first start in mode %s is refused to every other", async (mode) => {
  const directory = dataFolder();
  expect(await start(directory, mode)).toBe(`mode ${mode}`);
  for (const other of MODES.filter((name) => name !== mode)) {
    expect(await start(directory, other)).toMatch(/^DATA_DIR: .* holds the data of a /);
  }
  expect(await start(directory, mode)).toBe(`mode ${mode}`);
});

test("the refusal says in one line what to do, also of a database copied to another folder", async () => {
  const demo = dataFolder();
  await start(demo, "demo");
  const copied = dataFolder();
  mkdirSync(copied, { recursive: true });
  cpSync(pathsOf(demo).database, pathsOf(copied).database);
  for (const folder of [demo, copied]) {
    const ways = "start it with DEMO=1, or name another folder for a live shop";
    expect(await start(folder, "live")).toBe(
      `DATA_DIR: ${folder} holds the data of a demo; ${ways}`,
    );
  }
});

type Past = { sessionId?: string; checkoutUrl?: string; issuer?: string; folder?: string };

/** Creates data of a release that did not store the mode yet. */
function oldData({ sessionId, checkoutUrl, issuer, folder }: Past): string {
  const directory = dataFolder();
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

const SIMULATED = "http://localhost:3000/demo/pay/cs_test_1";

test.each<[string, Past, readonly Mode[]]>([
  ["a live session", { sessionId: "cs_live_1", checkoutUrl: PROVIDER }, ["live"]],
  ["a test session", { sessionId: "cs_test_1", checkoutUrl: PROVIDER }, ["test"]],
  ["a session of the simulator", { sessionId: "cs_test_1", checkoutUrl: SIMULATED }, ["demo"]],
  ["a login of the demo", { issuer: "http://localhost:3000/demo/identity" }, ["demo"]],
  ["the demo's own folder", { folder: "demo" }, ["demo"]],
  ["a live session beside an old trial", { sessionId: "cs_live_1", folder: "demo" }, ["live"]],
  ["nothing that says", {}, MODES],
])("older data with %s starts as what it is alone", async (_what, past, modes) => {
  for (const mode of modes) {
    const directory = oldData(past);
    const refused = MODES.filter((other) => !modes.includes(other));
    for (const other of refused) expect(await start(directory, other)).toContain("DATA_DIR");
    expect(await start(directory, mode)).toBe(`mode ${mode}`);
  }
});
