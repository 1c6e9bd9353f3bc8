import { findInstalled, findNamed, isProgram, succeeds } from "./programs.ts";

const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", MAC_CHROME];
const SHELL = "chromium-headless-shell";
const HOW = `No Chromium was found and none could be installed.
Install one (Debian: apt-get install chromium; macOS: brew install --cask google-chrome)
or name one: CHROMIUM_PATH=/path/to/chromium ./scripts/test`;

/** Returns the browser for tests: CHROMIUM_PATH, else an installed one, else installs one. */
export async function findChromium(): Promise<string> {
  return (
    (await findNamed("CHROMIUM_PATH")) ?? (await findInstalled(NAMES)) ?? (await installChromium())
  );
}

/**
 * Returns the path of Debian's headless shell, which uses a third less CPU time but supports
 * neither PDFs nor installed apps. Falls back to the full browser.
 */
export async function findHeadlessShell(): Promise<string> {
  if (process.env["CHROMIUM_PATH"]) return findChromium();
  const found = await findInstalled([SHELL]);
  if (found) return found;
  await succeeds(["apt-get", "install", "-y", "-qq", SHELL]);
  return (await findInstalled([SHELL])) ?? findChromium();
}

/** Installs Playwright's build, or Debian's package if the download fails. */
async function installChromium(): Promise<string> {
  const commands = [
    [process.execPath, "run", "playwright", "install", "--with-deps", "chromium"],
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "chromium"],
  ];
  console.log("No Chromium found; installing one.");
  for (const command of commands) {
    const ok = await succeeds(command);
    const { chromium } = await import("playwright");
    if (ok && (await isProgram(chromium.executablePath()))) return chromium.executablePath();
  }
  const installed = await findInstalled(NAMES);
  if (!installed) throw new Error(HOW);
  return installed;
}
