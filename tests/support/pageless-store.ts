// The store as its own process, with pages that need no build.
import { loadConfig } from "../../server/config.ts";
import { serve } from "../../server/commands/serve.ts";

await serve(loadConfig(process.env), {
  render: async ({ url }) => ({
    status: 404,
    html: `<p>No page ${url}</p>`,
    indexable: false,
    personal: false,
    tracked: true,
  }),
  served: [],
  assets: { scripts: [], styles: [], preloads: [] },
  statics: new Map(),
});
