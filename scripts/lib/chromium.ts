import { access, constants } from "node:fs/promises";
import { join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
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
  return (await findInstalled()) ?? (await installChromium());
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(":");
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const path of [...candidates, MAC_CHROME]) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

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
  const installed = await findInstalled();
  if (!installed) throw new Error(HOW);
  return installed;
}

async function succeeds(command: string[]): Promise<boolean> {
  try {
    const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"] });
    return (await child.exited) === 0;
  } catch {
    return false;
  }
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
