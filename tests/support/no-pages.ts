import type { BuiltClient } from "../../server/http/built-client.ts";

/** Stub pages that need no build; page tests pass the real ones. */
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
