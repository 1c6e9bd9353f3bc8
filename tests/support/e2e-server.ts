// The store as a stranger starts it, over a data directory of its own that is made anew each time.
import { rm } from "node:fs/promises";
import { loadConfig } from "../../server/config.ts";
import { serve } from "../../server/serve.ts";

const DATA_DIR = "test-results/e2e-data";

await rm(DATA_DIR, { recursive: true, force: true });
await serve(loadConfig({ ...process.env, DATA_DIR }));
