import { expect, test } from "vitest";
import { deviceContext } from "../../../../client/features/contact/use-contact.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const screen = { width: 1280, height: 800 };

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64)", "Desktop"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "Mobile"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "Mobile"],
  ["Mozilla/5.0 (iPad; CPU OS 18_0)", "Mobile"],
  ["x".repeat(900), "Desktop"],
])("%s is %s", (userAgent, deviceType) => {
  const context = deviceContext({ navigator: { userAgent, language: "en-US" }, screen }, NOW);
  expect(context).toEqual({
    userAgent: userAgent.slice(0, 200),
    deviceType,
    browserLanguage: "en-US",
    screenResolution: "1280x800",
    timestamp: "2026-11-21T10:00:00.000Z",
    localTime: expect.stringContaining("2026"),
    italianTime: expect.stringMatching(/21 Nov 2026.* 11:00:00 (CET|GMT\+1)/),
  });
});
