/**
 * Words of the landing page's packs; the button and the offer text are the spec's. The sections that
 * no script changes have theirs in `landing-story.ts`, which browsers need not load.
 */
export const landingWords = {
  title: "36 Weeks of Printable, Screen-Free Preschool Learning",
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
} as const;
