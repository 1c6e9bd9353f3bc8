import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { pathsOf } from "../../server/data/data-dir.ts";
import { freePort, startStore } from "../support/store-process.ts";

/** What tests/support/e2e-data.ts fills before any test begins. */
const FILLED_DATA_DIR = "test-results/e2e-filled";
const NEXT_BUILD = "tests/support/next-build-store.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Starts a store of the test's own, for what would disturb the one that all journeys share. */
export async function openStore(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-e2e-"));
  await cp(FILLED_DATA_DIR, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Each test is a client of its own, as at the store that all share.
  const env = { TRUSTED_PROXY: "1", PUBLIC_URL: url, ...settings, DEMO: "1" };
  let store = await startStore({ dataDir, port, env });
  let isKilled = false;
  const listed = async () => (await fetch(`${url}/api/products`)).text();
  const products: { id: number; name: string }[] = JSON.parse(await listed());

  /** Each record of a kind at the payment provider, as it is now. */
  const recordsOf = async (wanted: string) => {
    const text = await readFile(pathsOf(dataDir).demoPayments, "utf8");
    const lines = text.trim().split("\n").map(toRecord);
    const ofKind = lines.filter(({ kind }) => kind === wanted);
    return [...new Map(ofKind.map(({ record }) => [record.id, record])).values()];
  };
  const paymentsOf = async (email: string) =>
    (await recordsOf("checkout.session")).filter(
      ({ payment_status, customer_details }) =>
        payment_status === "paid" && customer_details?.email === email,
    );

  return {
    url,
    /** The number of a product, by its name at the start. */
    idOf(name: string): number {
      const product = products.find((candidate) => candidate.name === name);
      if (!product) throw new Error(`The store has no ${name}.`);
      return product.id;
    },
    /** Changes a product behind the store's back. */
    async edit(name: string, patch: Record<string, unknown>): Promise<void> {
      const before = await listed();
      const edit = ["tests/support/edit-product.ts", dataDir, name, JSON.stringify(patch)];
      await promisify(execFile)(process.execPath, edit);
      // The list is kept for a quarter of a second before another process's change counts.
      await expect.poll(listed).not.toBe(before);
    },
    /** What the payment provider took from this address, payment by payment, in cents. */
    async paidBy(email: string): Promise<number[]> {
      return (await paymentsOf(email)).map(({ amount_total }) => amount_total);
    },
    /** What it gave back of those payments, refund by refund, in cents. */
    async givenBackTo(email: string): Promise<number[]> {
      const payments = (await paymentsOf(email)).map(({ payment_intent }) => payment_intent);
      const given = (await recordsOf("refund")).filter(({ payment_intent }) =>
        payments.includes(payment_intent),
      );
      return given.map(({ amount }) => amount);
    },
    /** Ends the store and starts the one of a later build over the same data. */
    async deploy(): Promise<void> {
      await store.stop();
      store = await startStore({ dataDir, port, env, program: NEXT_BUILD });
    },
    /** Ends the store as a power cut would. */
    async kill(): Promise<void> {
      await store.end();
      isKilled = true;
    },
    /** Starts a store again that was killed. */
    async start(): Promise<void> {
      store = await startStore({ dataDir, port, env });
      isKilled = false;
    },
    async close(): Promise<void> {
      if (!isKilled) await store.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Line = {
  kind: string;
  record: {
    id: string;
    payment_intent: string;
    payment_status: string;
    amount_total: number;
    customer_details: { email: string } | null;
    /** Of a refund. */
    amount: number;
  };
};

function toRecord(line: string): Line {
  return JSON.parse(line);
}
