import { countOf } from "../../server/contract/format.ts";

/** Texts of the admin's screen of discount codes. */
export const discountWords = {
  title: "Discount codes",
  lead: "The discount codes in your account at the payment provider, and how often each was used.",
  loading: "Loading the codes...",
  failed: "The codes couldn't be loaded",
  offline: "You are offline: codes can't be created or ended now.",

  list: "Codes",
  add: "New code",
  empty:
    "There is no code yet. Create one, then share the code or its link: the shop shows its prices and applies it at the checkout.",
  views: "Views of the codes",
  all: "All",
  emptyView: "There are no such codes.",
  active: "Active",
  ended: "Ended",
  off: (discount: string) => `${discount} off`,
  percent: (percent: number) => `${percent}%`,
  allProducts: "all products",
  otherProducts: "products that aren't in this shop",
  until: (time: string) => `until ${time}`,
  uses: (uses: number, most: number | null) =>
    most === null ? `used ${countOf(uses, "time")}` : `used ${uses} of ${most} times`,
  linkPage: (code: string) => `your landing page, with the code ${code}`,
  qrCode: (code: string) => `Link and QR code of ${code}`,
  link: (code: string) => `the link of ${code}`,

  end: (code: string) => `End ${code}`,
  endShort: "End",
  endAsk: (code: string) => `End the code ${code}?`,
  endText:
    "New buyers can't use it anymore, and it can't be turned on again. Buyers who have the payment page open can still use it.",
  endYes: "End it",
  wasEnded: (code: string) => `The code ${code} has ended.`,
  notEnded: "The code couldn't be ended",

  create: "Create the code",
  notCreated: "The code couldn't be created",
  created: (code: string) => `The code ${code} can be used now.`,
  fields: {
    code: {
      title: "Code",
      description: "Letters, digits and hyphens. Buyers may type it in any case.",
    },
    percentOff: { title: "Percent off", description: "100 makes it free." },
    amountOff: {
      title: "Or an amount off",
      description: "Taken off the whole order, in the currency of the products. Such as 5.00.",
    },
    productIds: { title: "Only for these products", description: "None selected: all products." },
    expiresAt: { title: "Ends at", description: "Empty: it ends when you end it." },
    maxUses: { title: "Number of uses", description: "Empty: no limit." },
  },
} as const;
