import { expect, test } from "vitest";
import { isInstalledApp } from "../../../../client/lib/login/installed-app.ts";

test.each([
  ["a tab", {}, "browser", false],
  ["a tab on an iPhone", { standalone: false }, "browser", false],
  ["an app on an iPhone's home screen", { standalone: true }, "browser", true],
  ["an installed app", {}, "standalone", true],
])("%s", (_name, navigator, mode, installed) => {
  const matchMedia = (query: string) => ({ matches: query === `(display-mode: ${mode})` });
  expect(isInstalledApp({ navigator, matchMedia })).toBe(installed);
});
