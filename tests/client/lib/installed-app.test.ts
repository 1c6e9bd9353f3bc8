import { expect, test, vi } from "vitest";
import { isInstalledApp } from "../../../client/lib/installed-app.ts";

test.each([
  ["a tab", {}, "browser", false],
  ["a tab on an iPhone", { standalone: false }, "browser", false],
  ["an app on an iPhone's home screen", { standalone: true }, "browser", true],
  ["an installed app", {}, "standalone", true],
  ["one that draws in its title bar", {}, "window-controls-overlay", true],
  ["one with a small bar of the browser", {}, "minimal-ui", true],
])("%s", (_name, navigator, mode, installed) => {
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === `(display-mode: ${mode})`,
  }));
  expect(isInstalledApp()).toBe(installed);
});
