import { chmodSync, existsSync, rmSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { doctor } from "../../../server/commands/doctor.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { CommandError } from "../../../server/errors.ts";
import { selfCall } from "../../../server/process/own-program.ts";
import { backupShop, contentOf } from "../../support/backup-shop.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { openSmtpServer } from "../../support/smtp-stub.ts";
import {
  SECRET_KEY,
  shopEnv,
  startStore,
  freePort,
  storeUrl,
} from "../../support/store-process.ts";
import { serveSimulator } from "../../support/stripe/serve.ts";

/** Returns the texts and states of printed lines by title. */
function readLines(out: string) {
  const lines = out.trimEnd().split("\n");
  const told = lines.map((line) => /^(\w+) +([^:]+): (.+)$/.exec(line) ?? ["", "", "", line]);
  return {
    told: Object.fromEntries(told.map(([, state, title, text]) => [title, `${state}: ${text}`])),
    states: Object.fromEntries(told.map(([, state, title]) => [title, state])),
  };
}

/** Runs the command as a process; returns its lines and its exit code. */
async function runDoctor(env: Record<string, string>) {
  // Spawn asynchronously: this process serves the command's requests.
  const child = Bun.spawn(selfCall(["doctor"]), { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, said, ...readLines(out) };
}

/** Runs the checks in this process; returns their lines and the error that ends them. */
async function check(env: Record<string, string>) {
  let out = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const error = await doctor(env).catch((thrown: unknown) => thrown);
  spy.mockRestore();
  return { error, ...readLines(out) };
}

/** Opens a shop with its own payment provider and mail server. */
async function openShop({ aheadMs = 0 } = {}) {
  const port = await freePort();
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: "whsec_x",
    webhookUrl: `${storeUrl(port)}/api/stripe/webhook`,
    now: () => new Date(Date.now() - aheadMs),
  });
  onTestFinished(payments.stop);
  const mails = await openSmtpServer();
  const env = shopEnv({ paymentsUrl: payments.url, smtpUrl: mails.url });
  const shop = await backupShop({ ...env, DEMO: "" });
  return {
    ...shop,
    port,
    mails,
    env: { ...env, DATA_DIR: shop.dataDir, PUBLIC_URL: storeUrl(port) },
  };
}

test("bad settings are printed, one per line, and nothing is created", async () => {
  const dataDir = dataFolder();
  const { code, said, told } = await runDoctor({ DEMO: "1", PORT: "x", DATA_DIR: dataDir });
  expect([code, said]).toEqual([1, "1 of these lines is bad: do what it says.\n"]);
  expect(told).toMatchObject({
    Settings: "bad: PORT: must be a port number. Set it, then run the check again.",
    "Data folder": expect.stringMatching(/^unknown: .* the first start creates it/),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test("faults of provider, mail server, clock and data are reported, and nothing is changed", async () => {
  const shop = await openShop({ aheadMs: 360_000 });
  const { secret } = pathsOf(shop.dataDir);
  await shop.mails.close();
  rmSync(secret);
  const before = contentOf(shop.dataDir);
  const { error, told } = await check({ ...shop.env, STRIPE_SECRET_KEY: "sk_test_another" });
  expect(error).toEqual(new CommandError("6 of these lines are bad: do what each says."));
  expect(told).toMatchObject({
    Settings: expect.stringMatching(/^ok/),
    "Data folder": expect.stringMatching(/^bad: .*app-secret is missing/),
    "Database file": expect.stringMatching(/^unknown/),
    "Secret key": expect.stringMatching(/^bad: The provider refuses the secret key/),
    "Mail server": expect.stringMatching(/^bad: It can't be used: “connect ECONNREFUSED/),
    Clock: expect.stringMatching(/^bad: This machine's clock is 6 minutes ahead/),
  });
  expect(contentOf(shop.dataDir)).toEqual(before);
});

const FAULTS: [string, (dataDir: string, env: Record<string, string>) => void, object][] = [
  [
    "a damaged database",
    (dataDir) => truncateSync(pathsOf(dataDir).database, 40_000),
    { "Database file": expect.stringMatching(/^bad: It is damaged: .* restore the newest backup/) },
  ],
  [
    "a trigger that Papercub has not made",
    (dataDir) => {
      const db = new Database(pathsOf(dataDir).database);
      db.exec("CREATE TRIGGER t AFTER INSERT ON users BEGIN UPDATE users SET is_admin = 1; END");
      db.close();
    },
    { Schema: expect.stringMatching(/^bad: .* another program: trigger "t" was not made/) },
  ],
  [
    "the data of another mode",
    (_dataDir, env) => Object.assign(env, { DEMO: "1" }),
    { "Data folder": expect.stringMatching(/^bad: .* holds the data of a test shop/) },
  ],
  [
    "files that others can read",
    (dataDir) => chmodSync(pathsOf(dataDir).database, 0o644),
    { "Data folder": expect.stringMatching(/^warn: Other users .* can read .*papercub.sqlite\./) },
  ],
];

test.each(FAULTS)("%s is reported", async (_name, harm, expected) => {
  const shop = await openShop();
  harm(shop.dataDir, shop.env);
  expect((await check(shop.env)).told).toMatchObject(expected);
});

test("next to a running store everything is well", async () => {
  const shop = await openShop();
  const { port, dataDir, env } = shop;
  const program = "tests/support/pageless-store.ts";
  const store = await startStore({ dataDir, port, env, program });
  onTestFinished(store.end);
  const { code, said, states } = await runDoctor(env);
  expect(states).toEqual({
    Settings: "ok",
    "Data folder": "ok",
    "Database file": "ok",
    Schema: "ok",
    Disk: expect.stringMatching(/^(ok|warn)$/),
    Backup: "unknown",
    Replica: "unknown",
    "Secret key": "ok",
    Mode: "ok",
    Checkouts: "ok",
    Events: "ok",
    "Webhook endpoint": "ok",
    "Discount codes": "ok",
    "This shop's address": "ok",
    "Mail server": "ok",
    Clock: "ok",
  });
  expect([code, said]).toEqual([0, ""]);
  expect((await fetch(`${store.url}/api/products`)).status).toBe(200);
});
