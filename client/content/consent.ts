import { defineWords } from "../../server/contract/words.ts";

/** UI text of the consent banner, shown when the owner has set up a tracking service. */
export const consentWords = defineWords("consent", {
  heading: "May we count your order?",
  text: "We would share the order's number, price and contents with analytics services, never your name or email.",
  policy: "Privacy Policy",
  acceptAll: "Accept all",
  rejectAll: "Reject all",
  choose: "Choose",
  save: "Save my choice",
  close: "Close without changes",
  chooseHeading: "What may we use?",
  analytics: {
    name: "Analytics",
    text: "Counts orders, so that we see which printables sell.",
  },
  marketing: {
    name: "Marketing",
    text: "Tells the networks where we advertise that an order was placed.",
    gpc: "Off: your browser asks sites not to share (Global Privacy Control).",
  },
  saved: "Your choice is saved.",
});
