import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Only the browser's half is built: the server imports `client/entry-server.tsx` itself.
export default defineConfig({
  publicDir: "client/public",
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
      routesDirectory: "client/routes",
      generatedRouteTree: "client/routeTree.gen.ts",
    }),
    react(),
    tailwindcss(),
  ],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs our modules has modulepreload; an inlined font could not be preloaded.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "client/entry-client.tsx",
      output: {
        // What pages share comes in two files instead of twenty: each one more costs a slow phone.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "router", test: /node_modules\/@tanstack\// },
            { name: "shared", test: /client\/(components|content|lib)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
