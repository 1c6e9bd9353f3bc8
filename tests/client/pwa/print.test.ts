import { describe, expect, test } from "vitest";
import { printWay, readPlatform } from "../../../client/pwa/print.ts";

const sharing = { canShare: () => true };
const refusing = { canShare: () => false };

/** Navigator properties of the supported platforms. */
const browsers = {
  "Chrome on a desktop": {
    maxTouchPoints: 0,
    pdfViewerEnabled: true,
    userAgentData: { mobile: false },
    ...sharing,
  },
  "Chrome with its viewer switched off": {
    maxTouchPoints: 0,
    pdfViewerEnabled: false,
    userAgentData: { mobile: false },
  },
  "Chrome on a laptop with a touch screen": {
    maxTouchPoints: 10,
    pdfViewerEnabled: true,
    userAgentData: { mobile: false },
  },
  "Firefox on a desktop": { maxTouchPoints: 0, pdfViewerEnabled: true },
  "Safari on a Mac": { maxTouchPoints: 0, pdfViewerEnabled: true, ...sharing },
  "Safari on an iPhone": {
    maxTouchPoints: 5,
    pdfViewerEnabled: false,
    standalone: false,
    ...sharing,
  },
  "the app on an iPhone": {
    maxTouchPoints: 5,
    pdfViewerEnabled: true,
    standalone: true,
    ...sharing,
  },
  "the app on an old iPhone": { maxTouchPoints: 5, standalone: true, ...refusing },
  "Chrome on Android": {
    maxTouchPoints: 5,
    pdfViewerEnabled: false,
    userAgentData: { mobile: true },
    ...sharing,
  },
  "Chrome on Android that shows PDFs": {
    maxTouchPoints: 5,
    pdfViewerEnabled: true,
    userAgentData: { mobile: true },
  },
  "Firefox on Android": { maxTouchPoints: 5, pdfViewerEnabled: false },
  "an unknown browser": { maxTouchPoints: 0 },
};

describe("the way of printing", () => {
  test.each<[keyof typeof browsers, boolean, string]>([
    ["Chrome on a desktop", false, "frame"],
    ["Chrome on a desktop", true, "frame"],
    ["Chrome with its viewer switched off", false, "system"],
    ["Chrome on a laptop with a touch screen", true, "frame"],
    ["Firefox on a desktop", false, "tab"],
    ["Safari on a Mac", false, "tab"],
    ["Safari on a Mac", true, "tab"],
    ["Safari on an iPhone", false, "tab"],
    ["the app on an iPhone", true, "share"],
    ["the app on an old iPhone", true, "tab"],
    ["Chrome on Android", false, "system"],
    ["Chrome on Android", true, "system"],
    ["Chrome on Android that shows PDFs", false, "tab"],
    ["Firefox on Android", false, "system"],
    ["an unknown browser", false, "tab"],
  ])("of %s, installed: %s, is %s", (name, installed, way) => {
    expect(printWay(readPlatform(browsers[name], installed))).toBe(way);
  });
});
