import { defineConfig } from "vitest/config";
import gate from "./vitest.config.ts";

// What takes too long for every change: `scripts/torture long` runs it, with new seeds each time.
export default defineConfig({
  plugins: gate.plugins ?? [],
  test: { ...gate.test, include: ["tests/lab/long/**/*.test.ts"], reporters: ["verbose"] },
});
