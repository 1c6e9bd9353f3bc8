import { expect, test } from "vitest";
import { deviceContext } from "../../../../client/features/contact/device-context.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const device = (userAgent: string) => ({
  navigator: { userAgent, language: "en-US" },
  screen: { width: 1280, height: 800 },
});

test("tells the device, the times and the screen", () => {
  const context = deviceContext(device("Mozilla/5.0 (X11; Linux x86_64)"), NOW);
  expect(context).toMatchObject({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
    deviceType: "Desktop",
    browserLanguage: "en-US",
    screenResolution: "1280x800",
    timestamp: "2026-11-21T10:00:00.000Z",
  });
  expect(context.italianTime).toMatch(/21 Nov 2026.* 11:00:00 (CET|GMT\+1)/);
  expect(context.localTime).toContain("2026");
});

test.each([
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 18_0)",
])("%s is mobile", (userAgent) => {
  expect(deviceContext(device(userAgent), NOW).deviceType).toBe("Mobile");
});

test("a very long description is cut", () => {
  expect(deviceContext(device("x".repeat(900)), NOW).userAgent).toHaveLength(200);
});
