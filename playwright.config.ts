import { defineConfig } from "playwright/test";
import { leavesOutEngines } from "./scripts/lib/engines.ts";
import { EXECUTABLE, programCall } from "./tests/support/program.ts";

// What is shipped is what is tried out; PAPERCUB=server/main.ts tries out the sources.
process.env["PAPERCUB"] ??= EXECUTABLE;

const PORT = 3123;
const asRoot = process.getuid?.() === 0;
/** The tag of journeys that look at a PDF, which the headless shell only downloads. */
const PDF_JOURNEY = /@pdf/;
/** Starts WebKit and Firefox itself. */
const ENGINES_FILE = "engines.spec.ts";

const launchWith = (executablePath: string | undefined) => ({
  launchOptions: {
    executablePath,
    args: [
      "--headless=new",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(asRoot ? ["--no-sandbox"] : []),
    ],
  },
});

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  fullyParallel: true,
  // Journeys wait most of their time, for mails, pauses and servers of their own.
  workers: 3,
  forbidOnly: true,
  // No journey waits that long; a busy machine does.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "test-results/reports/playwright.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // A trace of every first run costs as much as some journeys do.
    trace: "on-first-retry",
  },
  projects: [
    // First, because it takes longest.
    ...(leavesOutEngines()
      ? []
      : [{ name: "WebKit and Firefox", testMatch: ENGINES_FILE, timeout: 120_000 }]),
    {
      name: "headless shell",
      testIgnore: ENGINES_FILE,
      grepInvert: PDF_JOURNEY,
      use: launchWith(process.env["CHROMIUM_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"]),
    },
    {
      name: "whole browser",
      testIgnore: ENGINES_FILE,
      grep: PDF_JOURNEY,
      use: launchWith(process.env["CHROMIUM_PATH"]),
    },
  ],
  webServer: {
    command: `${process.execPath} tests/support/e2e-data.ts && exec ${programCall().join(" ")} serve`,
    env: {
      PORT: String(PORT),
      DEMO: "1",
      TRUSTED_PROXY: "1",
      DATA_DIR: "test-results/e2e-data",
    },
    url: `http://localhost:${PORT}/api/products`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
