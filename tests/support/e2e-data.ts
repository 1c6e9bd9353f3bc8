// The store that journeys share, over a copy of a filled data directory. The filled one stays beside
// it for the stores that tests start themselves.
import { cp, rm } from "node:fs/promises";
import { loadConfig } from "../../server/config.ts";
import { seed } from "../../server/commands/seed.ts";
import { serve } from "../../server/commands/serve.ts";

const DATA_DIR = "test-results/e2e-data";
const FILLED_DATA_DIR = "test-results/e2e-filled";

for (const path of [DATA_DIR, FILLED_DATA_DIR]) await rm(path, { recursive: true, force: true });
await seed(loadConfig({ ...process.env, DATA_DIR: FILLED_DATA_DIR }));
await cp(FILLED_DATA_DIR, DATA_DIR, { recursive: true });
await serve(loadConfig({ ...process.env, DATA_DIR }));
