import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { pathsOf } from "../../server/data/data-dir.ts";
import { SEEDED_DATA_DIR } from "../support/e2e-data.ts";
import { TLS } from "../support/proxies.ts";
import { programCall } from "../support/program.ts";
import { environmentOf, freePort, startStore } from "../support/store-process.ts";

const NEXT_BUILD = "tests/support/next-build-store.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

type ProviderRecord = {
  id: string;
  payment_intent: string;
  payment_status: string;
  amount_total: number;
  customer_details: { email: string } | null;
  amount: number;
};

/** Starts a seeded demo store; with an empty `DEMO`, an empty store in its Stripe key's mode. */
export async function openStore(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-e2e-"));
  const { DEMO = "1" } = settings;
  if (DEMO) await cp(SEEDED_DATA_DIR, dataDir, { recursive: true });
  const port = Number(settings["PORT"] ?? (await freePort()));
  const url = settings["PUBLIC_URL"] ?? `http://localhost:${port}`;
  const env = { TRUSTED_PROXY: "1", PUBLIC_URL: url, ...settings, DEMO };
  const start = (program?: string) =>
    startStore({ dataDir, port, env, ...(program && { program }) });
  let running: Awaited<ReturnType<typeof start>> | undefined = await start();
  let isNext = false;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const listed = async () => (await fetch(`${url}/api/products`, { tls: TLS })).text();
  const products: { id: number; name: string }[] = JSON.parse(await listed());

  /** Current records of one kind at the payment provider. */
  const recordsOf = async (wanted: string) => {
    const text = await readFile(pathsOf(dataDir).demoPayments, "utf8");
    const lines = text
      .trim()
      .split("\n")
      .map((line): { kind: string; record: ProviderRecord } => JSON.parse(line))
      .filter(({ kind }) => kind === wanted);
    return [...new Map(lines.map(({ record }) => [record.id, record])).values()];
  };
  const paymentsOf = async (email: string) =>
    (await recordsOf("checkout.session")).filter(
      (session) => session.payment_status === "paid" && session.customer_details?.email === email,
    );

  return {
    url,
    /** Id of a product, by its seeded name. */
    idOf(name: string): number {
      const product = products.find((candidate) => candidate.name === name);
      if (!product) throw new Error(`The store has no ${name}.`);
      return product.id;
    },
    /** Makes this email an administrator and returns a sign-in link. */
    async adminLink(email: string): Promise<string> {
      const [file = "", ...call] = programCall();
      const options = { env: environmentOf({ dataDir, port, env }) };
      const run = async (verb: string) =>
        (await promisify(execFile)(file, [...call, "admin", verb, email], options)).stdout;
      await run("add");
      return (await run("link")).trim();
    },
    /** Changes a product from another process and waits until the store serves the change. */
    async edit(name: string, patch: Record<string, unknown>): Promise<void> {
      const before = await listed();
      const edit = ["tests/support/edit-product.ts", dataDir, name, JSON.stringify(patch)];
      await promisify(execFile)(process.execPath, edit);
      // The product list is cached for 250 ms.
      await expect.poll(listed).not.toBe(before);
    },
    /** Makes the orders of an email some days older, and starts the store again. */
    async backdate(email: string, days: number): Promise<void> {
      await stop();
      const call = ["tests/support/backdate-orders.ts", dataDir, email, String(days)];
      await promisify(execFile)(process.execPath, call);
      running = await start();
    },
    /** Payments of this email at the provider, in cents. */
    async paidBy(email: string): Promise<number[]> {
      return (await paymentsOf(email)).map(({ amount_total }) => amount_total);
    },
    /** Refunds of this email's payments at the provider, in cents. */
    async refundedTo(email: string): Promise<number[]> {
      const payments = new Set((await paymentsOf(email)).map((session) => session.payment_intent));
      const refunds = await recordsOf("refund");
      return refunds
        .filter(({ payment_intent }) => payments.has(payment_intent))
        .map(({ amount }) => amount);
    },
    /** Replaces the store by a newer build over the same data. */
    async deploy(): Promise<void> {
      await stop();
      running = await start(NEXT_BUILD);
      isNext = true;
    },
    async kill(): Promise<void> {
      await running?.end();
      running = undefined;
    },
    /** Starts this build again after a kill or a deploy. */
    async restore(): Promise<void> {
      if (isNext) await stop();
      running ??= await start();
      isNext = false;
    },
    async close(): Promise<void> {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
