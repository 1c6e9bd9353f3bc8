/** The button that brings the reader to the packs, wherever it stands. Spec section 2. */
const ACCESS_BUTTON = "GET INSTANT ACCESS";

/**
 * Words of the landing page's first screen, its packs and its close; the headline, the buttons and
 * the offer text are the spec's. The sections between are in `landing-story.ts`.
 */
export const landingWords = {
  title: "36 Weeks of Printable, Screen-Free Preschool Learning",
  hero: {
    headline:
      "Tired of Screen-Time Battles? Unlock 36 Weeks of Fun, Screen-Free Learning Your Child Will LOVE",
    subline:
      "Print a week at the kitchen table: letters, numbers, mazes and crafts for ages 2–5, planned so you don’t have to.",
    button: ACCESS_BUTTON,
    // Names of the picture manifest, back to front.
    sheets: ["hero-letter", "hero-count", "premium-pack"],
    trust: ["One-time payment", "Instant PDF download", "A4 and US Letter"],
    // The spec's claim; the owner answers for it, as for the testimonials (decision: owner-risks).
    claim: "Trusted by thousands of parents",
  },
  pricing: {
    heading: "Choose your pack",
    intro:
      "Pay once, print as often as your child asks. The files are in your mailbox minutes later.",
    introWithSubscription:
      "Print as often as your child asks. The files are in your mailbox minutes later.",
    offer: "One-time payment • Instant access",
    subscriptionOffer: (period: string) => `Paid every ${period} • Cancel any time`,
    button: "DOWNLOAD NOW",
    bestValue: "BEST VALUE",
    listPrice: "List price",
    price: "Price",
    included: "Included",
    notIncluded: "Not included",
    delivery:
      "Secure checkout at our card payment provider. The files are mailed to the address you enter there, so please type it with care. For personal, non-commercial use.",
    empty: {
      heading: "The packs are taking a short nap",
      text: "We cannot show them right now. Please load the page again in a minute, or write to us and we will help you by mail.",
      reload: "Load the page again",
    },
  },

  countdown: {
    name: "Offer countdown",
    restart: "Special offer",
    until: (date: string) => `Offer until ${date}`,
    ended: (date: string) => `This offer ended on ${date}`,
    units: { days: "days", hours: "hours", minutes: "minutes", seconds: "seconds" },
    pause: "Pause the countdown",
    play: "Let the countdown run",
  },

  closing: {
    heading: "Next Monday can start with crayons",
    text: "36 weeks are planned. The first one can lie on your table tonight.",
    button: ACCESS_BUTTON,
    sheets: [
      "premium-pack-page-8",
      "premium-pack-page-3",
      "learn-create",
      "premium-pack-page-7",
      "learn-letters",
    ],
  },
} as const;
