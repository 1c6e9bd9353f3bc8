// The store as `bun dev` runs it: pages name Vite's sources instead of built files.
import { render, served } from "../client/app/entry-server.tsx";
import { loadConfig } from "../server/config.ts";
import { loadStatics } from "../server/http/built-client.ts";
import { serve } from "../server/commands/serve.ts";

// `bun dev` ended without sending this process a signal.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
await serve(loadConfig(process.env), {
  render,
  served,
  // Vite serves them; the store knows of the worker that removes what `bun start` has left.
  statics: await loadStatics("client/public"),
  assets: {
    scripts: ["/client/app/entry-client.tsx"],
    styles: ["/client/styles/app.css"],
    preloads: [],
  },
});
process.send?.("open");
