// Fills the data directory of the store that journeys share, and a second one to copy for other stores.
import { cp, rm } from "node:fs/promises";
import { EXECUTABLE, programCall } from "./program.ts";

const DATA_DIR = "test-results/e2e-data";
const FILLED_DATA_DIR = "test-results/e2e-filled";

for (const path of [DATA_DIR, FILLED_DATA_DIR]) await rm(path, { recursive: true, force: true });
if (EXECUTABLE === programCall().join()) run([process.execPath, "scripts/compile.ts"]);
run([...programCall(), "seed"]);
await cp(FILLED_DATA_DIR, DATA_DIR, { recursive: true });

function run(command: string[]): void {
  const env = { ...process.env, DATA_DIR: FILLED_DATA_DIR };
  const { success } = Bun.spawnSync(command, { env, stdio: ["ignore", "inherit", "inherit"] });
  if (!success) process.exit(1);
}
