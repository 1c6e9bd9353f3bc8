import { findInstalled, findNamed, succeeds } from "./programs.ts";

const FIREFOX_NAMES = ["firefox-esr", "firefox"];
const WEBKIT_NAMES = ["WebKitWebDriver", "Xvfb"];
const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb"];
const INSTALL_HINT = `Firefox or WebKit's driver is missing (Debian: apt-get install ${PACKAGES.join(" ")}); ENGINES=chromium ./scripts/test leaves both out.`;

/** Reports whether ENGINES=chromium skips the browser tests in WebKit and Firefox. */
export function leavesOutEngines(engines = process.env["ENGINES"]): boolean {
  return engines === "chromium";
}

/**
 * Returns the path of Firefox: FIREFOX_PATH or an installed one. Installs Debian's packages if
 * Firefox, WebKitWebDriver or Xvfb is missing, and throws if that fails.
 */
export async function findEngines(): Promise<string> {
  const found = await findFirefox();
  if (found) return found;
  console.log("Installing Firefox and WebKit's driver for the tests.");
  const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...PACKAGES];
  if (!(await succeeds(install))) {
    await succeeds(["apt-get", "update", "-qq"]);
    await succeeds(install);
  }
  const installed = await findFirefox();
  if (!installed) throw new Error(INSTALL_HINT);
  return installed;
}

async function findFirefox(): Promise<string | undefined> {
  const named = await findNamed("FIREFOX_PATH");
  const webkit = await Promise.all(WEBKIT_NAMES.map((name) => findInstalled([name])));
  return webkit.includes(undefined) ? undefined : (named ?? (await findInstalled(FIREFOX_NAMES)));
}
