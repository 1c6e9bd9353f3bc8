import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { listAppFiles } from "./scripts/lib/app-files.ts";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUTPUT = fileOf("dist/client");
/** The service worker, into which the list of the app's own files is written. */
const worker = VitePWA({
  strategies: "injectManifest",
  srcDir: "client/pwa",
  filename: "sw.ts",
  // The server writes the manifests, and a module of ours registers the worker.
  manifest: false,
  injectRegister: false,
  injectManifest: {
    rollupFormat: "iife",
    globPatterns: ["assets/*"],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [
      async (entries) => {
        const { app, admin } = await listAppFiles(OUTPUT);
        const listed = entries
          .filter(({ url }) => app.has(url) || admin.has(url))
          .map((entry) => (admin.has(entry.url) ? { ...entry, admin: true } : entry));
        // In one order, or a build of the same sources would be another worker.
        return { manifest: listed.toSorted((a, b) => (a.url < b.url ? -1 : 1)) };
      },
    ],
  },
});

// Only the browser's half is built: the server imports `client/app/entry-server.tsx` itself.
export default defineConfig({
  publicDir: "client/public",
  plugins: [react(), tailwindcss(), worker],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs our modules has modulepreload; an inlined font could not be preloaded.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "client/app/entry-client.tsx",
      output: {
        // Each file more costs a slow phone; code of other pages costs it, too.
        codeSplitting: {
          groups: [{ name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// }],
        },
      },
    },
  },
});
