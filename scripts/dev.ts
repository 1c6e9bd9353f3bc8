// `bun dev`: Vite at http://localhost:3000 serves client sources with hot reload and proxies other
// requests to the store, which restarts when its sources change.
import { join, relative } from "node:path";
import { createLogger, createServer } from "vite";
import { startDevStore } from "./lib/dev-store.ts";
import { makePdfs, makePictures } from "./lib/drawings.ts";
import { proxyToStore } from "./lib/dev-proxy.ts";

const PORT = Number(process.env["PORT"] ?? 3000);
const STORE_PORT = PORT + 1;
/** Sources of the store. It also renders pages from client sources, so it restarts for both. */
const STORE_SOURCES = /^(?:client|server|db|scripts\/dev-server)\b.*\.(?:tsx?|json)$/;
/** Folders excluded from file watching: their files change at runtime, and no page uses them. */
const UNWATCHED = ["data", "dist", "test-results", "tests"];

const logger = createLogger();
const logInfo = logger.info;
// After an edit of a shared module, Vite prints this once per file that it reloads with the page.
logger.info = (text, options) => {
  if (!text.includes("hmr invalidate")) logInfo(text, options);
};

await Promise.all([makePdfs(), makePictures()]);
const store = startDevStore({
  PUBLIC_URL: `http://localhost:${PORT}`,
  PORT: String(STORE_PORT),
});
const vite = await createServer({
  appType: "custom",
  customLogger: logger,
  plugins: [{ name: "dev-store", closeBundle: () => store.stop() }],
  server: {
    port: PORT,
    strictPort: true,
    watch: { ignored: UNWATCHED.map((folder) => join(process.cwd(), folder, "**")) },
  },
});
// Installed after Vite's own middlewares, so it only gets requests that they do not handle.
vite.middlewares.use(proxyToStore({ vite, store, origin: `http://127.0.0.1:${STORE_PORT}` }));

vite.watcher.on("change", async (file) => {
  const path = relative(process.cwd(), file);
  if (!STORE_SOURCES.test(path)) return;
  const isOpen = await store.restart();
  const isHotReloaded =
    path.startsWith("client/") && vite.environments.client.moduleGraph.getModulesByFile(file);
  if (isOpen && !isHotReloaded) vite.ws.send({ type: "full-reload" });
});

for (const signal of ["SIGINT", "SIGHUP"] as const) {
  process.once(signal, async () => {
    await vite.close();
    process.exit(0);
  });
}

await vite.listen();
vite.printUrls();
logger.info(`  Ports: ${PORT} (pages), ${STORE_PORT} (store behind them)`);
