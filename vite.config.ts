import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { listAppFiles } from "./scripts/lib/app-files.ts";
import { reactModules } from "./scripts/lib/react-modules.ts";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUTPUT = fileOf("dist/client");
// What the admin alone uses of React is not to weigh on every page.
const ADMIN =
  /\/client\/admin\/|\/node_modules\/(?:@tanstack|lucide-react|react-aria|react-aria-components|react-stately)\//;

/** Modules of ours that stand in a build for larger ones. */
const smallerModules = {
  name: "smaller-modules",
  apply: "build",
  enforce: "pre",
  resolveId(source) {
    if (source.startsWith("use-sync-external-store/"))
      return fileOf("client/lib/external-store.ts");
    if (source.endsWith("vite/preload-helper.js")) return fileOf("client/app/load-along.ts");
    return null;
  },
} satisfies Plugin;

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
  plugins: [smallerModules, reactModules(ADMIN), react(), tailwindcss(), worker],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs our modules has modulepreload; an inlined font could not be preloaded.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // React reads nothing that answers with an effect.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      input: "client/app/entry-client.tsx",
      output: {
        // Every page names all files; six letters of a hash tell two builds of one file apart as well.
        chunkFileNames: "assets/[name]-[hash:6].js",
        // Each file more costs a slow phone; code of other pages costs it, too.
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler)\/[^?]+$|app\/react-code/,
            },
            {
              name: "entry-client",
              test: /client\/app\/(?:entry-client|early-press|load-along)/,
            },
            // All that every page needs, whichever it is, and small parts of most.
            {
              name: "hydrate",
              test: /client\/(?:app\/(?:hydrate|page)|components\/(?:alert|crayon-marks|fact)|lib\/(?:focus|random-key|scroll|storage))\.|contract\/format\./,
            },
            // What pages around an order share, before it is paid and after.
            {
              name: "order",
              test: /client\/(?:components\/sheet-mark|lib\/checkout-paths|features\/checkout\/support-line)\.|contract\/(?:offer-names|order-messages|owned-page)\./,
            },
            // What leads to a checkout.
            {
              name: "pay",
              test: /client\/(?:content\/pay|lib\/checkout|components\/checkout-form|features\/checkout\/return-page)\.|contract\/pay-messages\./,
            },
            // What knows of an order that has been paid.
            { name: "bought", test: /client\/tracking\/(?:order-session|use-noted)\./ },
            { name: "order-link", test: /client\/components\/(?:order-link|tick-list)\./ },
            { name: "picture", test: /client\/components\/picture\./ },
            { name: "product-pictures", test: /client\/content\/product-pictures\./ },
            // What fields for an email share, and what asks whether it was typed right.
            {
              name: "form",
              test: /contract\/email-suggestion|client\/components\/(?:text-field|breakable-email)\./,
            },
            {
              name: "email-question",
              test: /client\/(?:components\/email-question|lib\/use-(?:typed-before|email-question))\./,
            },
            // What passes a sign-in on to the page that it began at.
            {
              name: "hand-over",
              test: /client\/(?:content\/login|features\/auth\/hand-over|lib\/(?:installed-app|session-news|pending-sign-out|remembered-admin))\.|contract\/(?:return-path|sign-in-messages)\./,
            },
            {
              name: "offer",
              test: /client\/features\/funnel\/(?:offer-page|last-offer-page)\./,
            },
          ],
        },
      },
    },
  },
});
