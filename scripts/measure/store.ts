import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Store = { url: string; dataDir: string; stop: () => Promise<void> };

/** The store as `scripts/start` runs it, on a free port over data of its own. */
export async function startStore(settings: Record<string, string> = {}): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-bench-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = Bun.spawn([process.execPath, "server/main.ts", "serve"], {
    env: {
      ...process.env,
      DEMO: "1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await answers(url))) await Bun.sleep(100);
  return {
    url,
    dataDir,
    async stop() {
      child.kill();
      await child.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/products`).then(
    (response) => response.ok,
    () => false,
  );
}
