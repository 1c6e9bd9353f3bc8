import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { pathsOf } from "../../server/data/data-dir.ts";
import { freePort, startStore } from "../support/store-process.ts";

/** Filled by tests/support/e2e-data.ts before the tests. */
const FILLED_DATA_DIR = "test-results/e2e-filled";
const NEXT_BUILD = "tests/support/next-build-store.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Starts another store, for journeys that would disturb the shared one. */
export async function openStore(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-e2e-"));
  await cp(FILLED_DATA_DIR, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // As at the shared store, each test is a client with its own address.
  const env = { TRUSTED_PROXY: "1", PUBLIC_URL: url, ...settings, DEMO: "1" };
  let store = await startStore({ dataDir, port, env });
  let isKilled = false;
  const listed = async () => (await fetch(`${url}/api/products`)).text();
  const products: { id: number; name: string }[] = JSON.parse(await listed());

  /** Current records of one kind at the payment provider. */
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
    /** Id of a product, by its seeded name. */
    idOf(name: string): number {
      const product = products.find((candidate) => candidate.name === name);
      if (!product) throw new Error(`The store has no ${name}.`);
      return product.id;
    },
    /** Changes a product from another process. */
    async edit(name: string, patch: Record<string, unknown>): Promise<void> {
      const before = await listed();
      const edit = ["tests/support/edit-product.ts", dataDir, name, JSON.stringify(patch)];
      await promisify(execFile)(process.execPath, edit);
      // The product list is cached for a quarter of a second.
      await expect.poll(listed).not.toBe(before);
    },
    /** Payments of this email at the provider, in cents. */
    async paidBy(email: string): Promise<number[]> {
      return (await paymentsOf(email)).map(({ amount_total }) => amount_total);
    },
    /** Refunds of those payments, in cents. */
    async givenBackTo(email: string): Promise<number[]> {
      const payments = (await paymentsOf(email)).map(({ payment_intent }) => payment_intent);
      const given = (await recordsOf("refund")).filter(({ payment_intent }) =>
        payments.includes(payment_intent),
      );
      return given.map(({ amount }) => amount);
    },
    /** Replaces the store by a later build over the same data. */
    async deploy(): Promise<void> {
      await store.stop();
      store = await startStore({ dataDir, port, env, program: NEXT_BUILD });
    },
    /** Kills the store. */
    async kill(): Promise<void> {
      await store.end();
      isKilled = true;
    },
    /** Restarts a killed store. */
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

/** Fixture of a store of the test's own. Playwright parses the pattern for its dependencies. */
export function storeFixture(settings: Record<string, string> = {}) {
  // oxlint-disable-next-line no-empty-pattern
  return async ({}: object, use: (store: Store) => Promise<void>): Promise<void> => {
    const store = await openStore(settings);
    await use(store);
    await store.close();
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
    amount: number;
  };
};

function toRecord(line: string): Line {
  return JSON.parse(line);
}
