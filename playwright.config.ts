import { defineConfig } from "playwright/test";
import { leavesOutEngines } from "./scripts/lib/engines.ts";
import { EXECUTABLE } from "./tests/support/program.ts";

// What is shipped is what is tried out; PAPERCUB=server/main.ts tries out the sources.
process.env["PAPERCUB"] ??= EXECUTABLE;

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
      // Service workers of a shop with a test's certificate would not start.
      "--ignore-certificate-errors",
      ...(asRoot ? ["--no-sandbox"] : []),
    ],
  },
});

export default defineConfig({
  testDir: "tests/e2e",
  // Each worker starts a store over a copy of this data.
  globalSetup: "tests/support/e2e-data.ts",
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
    actionTimeout: 30_000,
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
});
