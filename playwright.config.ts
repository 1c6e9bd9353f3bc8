import { defineConfig } from "playwright/test";

const PORT = 3123;
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/reports/playwright.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Without a film of every test, which costs a small machine as much as some tests do.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"],
      // The closed headless shell only downloads PDFs; the full browser shows them.
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
  },
  webServer: {
    command: `${process.execPath} tests/support/e2e-server.ts`,
    env: { PORT: String(PORT), DEMO: "1", TRUSTED_PROXY: "1" },
    url: `http://localhost:${PORT}/api/products`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
