// Store process of `bun dev`: pages load sources from Vite instead of built files.
import { render, served } from "../client/app/entry-server.tsx";
import { loadConfig } from "../server/config.ts";
import { loadStatics } from "../server/http/built-client.ts";
import { serve } from "../server/commands/serve.ts";

// Shut down if `bun dev` exits without sending a signal.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
await serve(loadConfig(process.env), {
  render,
  served,
  // Vite serves these files too; the store needs `worker-off.js` to remove `bun start`'s worker.
  statics: await loadStatics("client/public"),
  assets: {
    scripts: ["/client/app/entry-client.tsx"],
    styles: ["/client/styles/app.css"],
    preloads: [],
  },
});
process.send?.("open");
