// The store as `bun dev` runs it: pages name Vite's sources instead of built files.
import { render } from "../client/entry-server.tsx";
import { loadConfig } from "../server/config.ts";
import { serve } from "../server/serve.ts";

await serve(loadConfig(process.env), {
  render,
  statics: new Map(),
  assets: {
    scripts: ["/client/entry-client.tsx"],
    styles: ["/client/styles/app.css"],
    preloads: [],
  },
});
