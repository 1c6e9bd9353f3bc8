import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { reactModules } from "./scripts/lib/react-modules.ts";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// What the admin alone uses of React is not to weigh on every page.
const ADMIN =
  /\/client\/features\/admin\/|\/node_modules\/(?:@tanstack|lucide-react|react-aria|react-aria-components|react-stately)\//;

/** React has had it for long: the package is for those who may meet an older one. */
const externalStore = {
  name: "external-store",
  apply: "build",
  enforce: "pre",
  resolveId(source) {
    return source.startsWith("use-sync-external-store/")
      ? fileOf("client/lib/external-store.ts")
      : null;
  },
} satisfies Plugin;

// Only the browser's half is built: the server imports `client/app/entry-server.tsx` itself.
export default defineConfig({
  publicDir: "client/public",
  plugins: [externalStore, reactModules(ADMIN), react(), tailwindcss()],
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
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler)\/[^?]+$|app\/react-code/,
            },
            {
              name: "entry-client",
              test: /preload-helper|client\/app\/(entry-client|early-press)/,
            },
            // All that every page needs, whichever it is.
            { name: "hydrate", test: /client\/app\/(?:hydrate\.tsx|page\.ts)/ },
            // What forms share. The suggestion apart, as offers make it without a form.
            { name: "email-suggestion", test: /contract\/email-suggestion/ },
            {
              name: "form",
              test: /client\/(?:components\/(?:text-field|email-question)|lib\/use-(?:typed-before|email-question))\./,
            },
            {
              name: "pay",
              test: /client\/(?:content\/pay|lib\/checkout)\.ts/,
            },
          ],
        },
      },
    },
  },
});
