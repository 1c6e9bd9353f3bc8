import { defineConfig } from "playwright/test";
import { findChromium, findHeadlessShell } from "./scripts/lib/chromium.ts";
import { findEngines, leavesOutEngines } from "./scripts/lib/engines.ts";
import type { EngineName, EngineOptions } from "./tests/e2e/engines.ts";
import { EXECUTABLE } from "./tests/support/program.ts";

// Tests run the built executable. Set PAPERCUB=server/main.ts to test the sources.
process.env["PAPERCUB"] ??= EXECUTABLE;
// Test workers inherit the paths and need not search again.
const [chromium, shell] = [await findChromium(), await findHeadlessShell()];
process.env["CHROMIUM_PATH"] ??= chromium;
process.env["CHROMIUM_SHELL_PATH"] ??= shell;
if (!leavesOutEngines()) process.env["FIREFOX_PATH"] ??= await findEngines();

const asRoot = process.getuid?.() === 0;
/** The tag of journeys that look at a PDF, which the headless shell only downloads. */
const PDF_JOURNEY = /@pdf/;
/** Journeys that start their browsers themselves, in all three engines. */
const ENGINE_JOURNEYS = /engines-\w+\.spec\.ts$/;
const ENGINES: EngineName[] = leavesOutEngines() ? ["Chromium"] : ["WebKit", "Firefox", "Chromium"];

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
      // Service workers do not start with a self-signed certificate.
      "--ignore-certificate-errors",
      ...(asRoot ? ["--no-sandbox"] : []),
    ],
  },
});

export default defineConfig<object, EngineOptions>({
  testDir: "tests/e2e",
  // Each worker starts a store over a copy of this data.
  globalSetup: "tests/support/e2e-data.ts",
  outputDir: "test-results/journeys",
  fullyParallel: true,
  // Journeys wait most of their time, for mails, pauses and servers of their own.
  workers: 3,
  forbidOnly: true,
  // Generous for a busy machine.
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
    // First, because they take longest.
    ...ENGINES.map((engineName) => ({
      name: engineName,
      testMatch: ENGINE_JOURNEYS,
      use: { engineName },
    })),
    {
      name: "headless shell",
      testIgnore: ENGINE_JOURNEYS,
      grepInvert: PDF_JOURNEY,
      use: launchWith(process.env["CHROMIUM_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"]),
    },
    {
      name: "whole browser",
      testIgnore: ENGINE_JOURNEYS,
      grep: PDF_JOURNEY,
      use: launchWith(process.env["CHROMIUM_PATH"]),
    },
  ],
});
