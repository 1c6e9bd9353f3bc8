// Runs the store as a separate process, with stub pages that need no build.
import { serve } from "../../server/commands/serve.ts";
import { loadConfig } from "../../server/config.ts";
import { NO_PAGES } from "./no-pages.ts";

await serve(loadConfig(process.env), NO_PAGES);
