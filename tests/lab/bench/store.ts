import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startStore } from "../../support/store-process.ts";

export type Store = Awaited<ReturnType<typeof startDemo>>;

/**
 * The demo on a free port, over the given data folder or else one of its own that goes with it:
 * `scripts/bench` measures the executable.
 */
export async function startDemo({
  dataDir,
  ...env
}: { dataDir?: string; TRUSTED_PROXY?: "1" } = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "papercub-bench-")));
  const port = await freePort();
  const { url, pid, stop } = await startStore({
    dataDir: folder,
    port,
    env: { DEMO: "1", ...env },
  });
  await (await fetch(`${url}/api/products`)).text();
  return {
    url,
    dataDir: folder,
    pid,
    async stop() {
      await stop();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
