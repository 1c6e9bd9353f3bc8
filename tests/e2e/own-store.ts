import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const START_LIMIT_MS = 120_000;
const RETRY_MS = 200;

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Starts a store of the test's own, for what would disturb the one that all journeys share. */
export async function openStore(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-e2e-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    // Each test is a client of its own, as at the store that all share.
    TRUSTED_PROXY: "1",
    ...settings,
    DEMO: "1",
    PORT: String(port),
    DATA_DIR: dataDir,
  };
  const store = spawn(process.execPath, ["server/main.ts", "serve"], { env, stdio: "ignore" });
  await untilOpen(url).catch((error: unknown) => {
    store.kill("SIGKILL");
    throw error;
  });
  const products: { id: number; name: string }[] = await (
    await fetch(`${url}/api/products`)
  ).json();

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
      const edit = ["tests/support/edit-product.ts", dataDir, name, JSON.stringify(patch)];
      await promisify(execFile)(process.execPath, edit);
      // The list is kept for a quarter of a second before another process's change counts.
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
    /** What the payment provider took from this address, payment by payment, in cents. */
    async paidBy(email: string): Promise<number[]> {
      const text = await readFile(join(dataDir, "demo/payments.jsonl"), "utf8");
      const records = text.trim().split("\n").map(toRecord);
      const sessions = new Map(
        records
          .filter(({ kind }) => kind === "checkout.session")
          .map(({ record }) => [record.id, record]),
      );
      return [...sessions.values()]
        .filter(({ payment_status }) => payment_status === "paid")
        .filter(({ customer_details }) => customer_details?.email === email)
        .map(({ amount_total }) => amount_total);
    },
    async close(): Promise<void> {
      store.kill("SIGTERM");
      await new Promise((resolve) => store.once("exit", resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Line = {
  kind: string;
  record: {
    id: string;
    payment_status: string;
    amount_total: number;
    customer_details: { email: string } | null;
  };
};

function toRecord(line: string): Line {
  return JSON.parse(line);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function untilOpen(url: string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    const answer = await fetch(`${url}/api/products`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error(`The store at ${url} did not open.`);
}
