import { findInstalled, isProgram, succeeds } from "./programs.ts";

const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", MAC_CHROME];
const SHELL_NAMES = ["chromium-headless-shell"];
const HOW = `No Chromium was found and none could be installed.
Install one (Debian: apt-get install chromium; macOS: brew install --cask google-chrome)
or name one: CHROMIUM_PATH=/path/to/chromium ./scripts/test`;

/** The browser for tests: CHROMIUM_PATH, else one of this system, else one that gets installed. */
export async function findChromium(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (await isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is no program.`);
  }
  return (await findInstalled(NAMES)) ?? (await installChromium());
}

/**
 * The browser for what needs neither PDFs nor installed apps: Debian's headless shell takes a third
 * less processor time. CHROMIUM_PATH, and the whole browser where there is no shell, do as well.
 */
export async function findHeadlessShell(): Promise<string> {
  if (process.env["CHROMIUM_PATH"]) return findChromium();
  const found = await findInstalled(SHELL_NAMES);
  if (found) return found;
  await succeeds(["apt-get", "install", "-y", "-qq", ...SHELL_NAMES]);
  return (await findInstalled(SHELL_NAMES)) ?? findChromium();
}

// Asked as a program, its last line is the browser for tests.
if (import.meta.main) console.log(await findChromium());

/** Playwright's own build where its host can be reached, Debian's package otherwise. */
async function installChromium(): Promise<string> {
  const attempts = [
    [process.execPath, "run", "playwright", "install", "--with-deps", "chromium"],
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "chromium"],
  ];
  console.log("No Chromium found; installing one.");
  for (const command of attempts) {
    const ok = await succeeds(command);
    const { chromium } = await import("playwright");
    if (ok && (await isProgram(chromium.executablePath()))) return chromium.executablePath();
  }
  const installed = await findInstalled(NAMES);
  if (!installed) throw new Error(HOW);
  return installed;
}
