import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { listAppFiles } from "./scripts/lib/app-files.ts";

const OUTPUT = fileURLToPath(new URL("dist/client", import.meta.url));

/** The service worker, with the list of files to precache. */
const worker = VitePWA({
  strategies: "injectManifest",
  srcDir: "client/pwa",
  filename: "sw.ts",
  // The server writes the manifests, and client/pwa/register.ts registers the worker.
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
        // Sorted, so that the same sources build the same worker.
        return { manifest: listed.toSorted((a, b) => (a.url < b.url ? -1 : 1)) };
      },
    ],
  },
});

// Builds the browser's half: the server imports `client/app/entry-server.tsx` itself.
/** Modules that most pages with products load, and the other pages must not. */
const PRODUCT_PARTS =
  /components\/(?:price|replaceable-picture)|content\/pay\.|lib\/retry|contract\/own-picture/;

/** Modules that only pages with a form load. */
const FORM_PARTS = /components\/text-field|contract\/email\.|content\/parts\./;

/** Modules of the admin and packages that only the admin loads, which has many parts. */
const ADMIN_PARTS =
  /client\/(?:admin\/|content\/admin|lib\/composing)|node_modules\/(?:@internationalized|@swc|clsx|lucide-react|react-aria|react-aria-components|react-stately|use-sync-external-store)\//;

export default defineConfig({
  publicDir: "client/public",
  plugins: [react(), tailwindcss(), worker],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    // Browsers that run our modules support modulepreload; an inlined font could not be preloaded.
    modulePreload: {
      polyfill: false,
      // The page that opens the viewer has loaded everything that it needs.
      resolveDependencies: (file, deps) => (file.includes("page-viewer") ? [] : deps),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "client/app/entry-client.tsx",
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
            // Loaded before the page is idle: the preload helper must not bring a shared chunk along.
            { name: "entry-client", test: /app\/entry-client|vite\/preload-helper/ },
            // Descriptions of the pictures, which most pages do not show.
            { name: "pictures", test: /client\/content\/pictures/ },
            // Parts of many pages in one file, instead of thirty small ones.
            {
              name: "shared",
              minShareCount: 7,
              test: (id) =>
                ![PRODUCT_PARTS, FORM_PARTS, ADMIN_PARTS].some((parts) => parts.test(id)),
            },
            // Groups take what their modules import: before those below, as every page loads it.
            { name: "hydrate", test: /app\/hydrate/ },
            // Also in the admin, which must not load the groups below.
            { name: "retry", test: /client\/lib\/retry/ },
            // Text fields, and the question about a mistyped address.
            { name: "fields", test: /components\/(?:text-field|email-question)|lib\/form\./ },
            // Small parts of the landing page, some of which other pages show.
            {
              name: "parts",
              test: /components\/(?:icons|licence-line|price|replaceable-picture)|content\/parts\.|client\/lib\/(?:countdown|scroll)|features\/checkout\/(?:return-page|support-line)/,
            },
            // The pages that sell share the checkout, its failure and the pictures of pages.
            {
              name: "selling",
              test: /components\/(?:checkout-form|page-pictures)|client\/lib\/checkout\.|features\/checkout\/error-page/,
            },
            // Also on the Content screen, which shows no packs.
            {
              name: "store-words",
              test: /content\/(?:landing-packs|landing-sections|testimonials)/,
            },
            // Parts of a pack's card, which the landing page and the products' pages show.
            { name: "packs", test: /features\/landing\/(?:pack-|use-discount)/ },
          ],
        },
      },
    },
  },
});
