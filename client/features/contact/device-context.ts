import { type DeviceContext, MAX_DEVICE_LENGTH } from "../../../server/contract/contact.ts";

const MOBILE = /Mobi|Android|iPhone|iPad|iPod/i;

export type Device = {
  navigator: Pick<Navigator, "userAgent" | "language">;
  screen: Pick<Screen, "width" | "height">;
};

/** Details of the device that are sent with a message (spec section 3). */
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

function timeIn(timeZone: string | undefined, now: Date): string {
  return now.toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "long",
    ...(timeZone && { timeZone }),
  });
}
