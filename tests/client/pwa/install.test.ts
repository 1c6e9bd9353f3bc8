import { expect, test } from "vitest";
import { installOffer } from "../../../client/pwa/install.ts";

const chrome = { vendor: "Google Inc.", maxTouchPoints: 0, hasHomeScreen: false };
const mac = { vendor: "Apple Computer, Inc.", maxTouchPoints: 0, hasHomeScreen: false };
const iphone = { vendor: "Apple Computer, Inc.", maxTouchPoints: 5, hasHomeScreen: true };
const firefox = { vendor: "", maxTouchPoints: 0, hasHomeScreen: false };

test.each([
  ["an installed app", { ...chrome, installed: true, prompted: true }, "none"],
  ["the app on an iPhone", { ...iphone, installed: true, prompted: false }, "none"],
  ["Chrome before its offer", { ...chrome, installed: false, prompted: false }, "none"],
  ["Firefox", { ...firefox, installed: false, prompted: false }, "none"],
  ["Chrome with its offer", { ...chrome, installed: false, prompted: true }, "dialog"],
  ["Safari on a Mac", { ...mac, installed: false, prompted: false }, "steps-mac"],
  ["Safari on an iPhone", { ...iphone, installed: false, prompted: false }, "steps-ios"],
])("%s: %j gives %s", (_name, facts, offer) => {
  expect(installOffer(facts)).toBe(offer);
});
