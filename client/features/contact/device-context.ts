import { type DeviceContext, MAX_DEVICE_LENGTH } from "../../../server/contract/contact.ts";

const MOBILE = /Mobi|Android|iPhone|iPad|iPod/i;

/** What of the browser's own world goes with a message; a test hands in another. */
export type Device = {
  navigator: Pick<Navigator, "userAgent" | "language">;
  screen: Pick<Screen, "width" | "height">;
};

/** What the support learns of the sender's device (spec section 3). */
export function deviceContext({ navigator, screen }: Device, now = new Date()): DeviceContext {
  const { userAgent, language } = navigator;
  return {
    userAgent: userAgent.slice(0, MAX_DEVICE_LENGTH),
    deviceType: MOBILE.test(userAgent) ? "Mobile" : "Desktop",
    localTime: timeIn(undefined, now),
    italianTime: timeIn("Europe/Rome", now),
    browserLanguage: language,
    screenResolution: `${screen.width}x${screen.height}`,
    timestamp: now.toISOString(),
  };
}

/** A time as a clock in that zone shows it; `undefined` is the device's own zone. */
function timeIn(timeZone: string | undefined, now: Date): string {
  return now.toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "long",
    ...(timeZone && { timeZone }),
  });
}
