import { expect, test } from "vitest";
import { printWay, readPlatform } from "../../../client/pwa/print.ts";

const desktop = { maxTouchPoints: 0, pdfViewerEnabled: true };
const chrome = { ...desktop, userAgentData: { mobile: false } };
const phone = { maxTouchPoints: 5, pdfViewerEnabled: false };
const android = { ...phone, userAgentData: { mobile: true } };
const canShare = () => true;

test.each<[name: string, navigator: Parameters<typeof readPlatform>[0], app: boolean, way: string]>(
  [
    ["Chrome on a desktop", { ...chrome, canShare }, false, "frame"],
    ["Chrome's app on a touch screen", { ...chrome, maxTouchPoints: 10 }, true, "frame"],
    ["Chrome without its viewer", { ...chrome, pdfViewerEnabled: false }, false, "system"],
    ["Firefox on a desktop", desktop, false, "tab"],
    ["Safari on a Mac", { ...desktop, canShare }, false, "tab"],
    ["the app on a Mac", { ...desktop, canShare }, true, "tab"],
    ["Safari on an iPhone", { ...phone, standalone: false, canShare }, false, "tab"],
    ["the app on an iPhone", { ...phone, standalone: true, canShare }, true, "share"],
    [
      "the app on an old iPhone",
      { maxTouchPoints: 5, standalone: true, canShare: () => false },
      true,
      "tab",
    ],
    ["Chrome on Android", { ...android, canShare }, false, "system"],
    ["the app on Android", { ...android, canShare }, true, "system"],
    ["Chrome on Android that shows PDFs", { ...android, pdfViewerEnabled: true }, false, "tab"],
    ["Firefox on Android", phone, false, "system"],
    ["an unknown browser", { maxTouchPoints: 0 }, false, "tab"],
  ],
)("%s prints", (_name, navigator, isInstalled, way) => {
  expect(printWay(readPlatform(navigator, isInstalled))).toBe(way);
});
