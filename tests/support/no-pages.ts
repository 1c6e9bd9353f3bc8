import type { BuiltClient } from "../../server/http/built-client.ts";

/** Pages that need no build; page tests hand in the real ones. */
export const NO_PAGES: BuiltClient = {
  render: async ({ url }) => ({
    status: 404,
    html: `<p>No page ${url}</p>`,
    indexable: false,
    personal: false,
    tracked: true,
  }),
  served: [{ path: "/", indexable: true, shared: true }],
  assets: { scripts: [], styles: [], preloads: [] },
  statics: new Map(),
};
