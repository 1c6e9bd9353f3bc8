/** Words of the landing page; the headline, the button and the offer text are the spec's. */
export const landingWords = {
  title: "36 Weeks of Printable, Screen-Free Preschool Learning",
  hero: {
    headline:
      "Tired of Screen-Time Battles? Unlock 36 Weeks of Fun, Screen-Free Learning Your Child Will LOVE",
    subline:
      "Print a week at the kitchen table: letters, numbers, mazes and crafts for ages 2–5, planned so you don't have to.",
    button: "GET INSTANT ACCESS",
    // Names of the picture manifest, back to front.
    sheets: ["hero-letter", "hero-count", "premium-pack"],
    trust: ["One-time payment", "Instant PDF download", "A4 and US Letter"],
  },
  pricing: {
    heading: "Choose your pack",
    intro:
      "Pay once, print as often as your child asks. The files are in your mailbox minutes later.",
    offer: "One-time payment • Instant access",
    button: "DOWNLOAD NOW",
    bestValue: "BEST VALUE",
    listPrice: "List price",
    price: "Price",
    included: "Included",
    notIncluded: "Not included",
    delivery:
      "Secure checkout at our card payment provider. The files go to the e-mail address you enter there, so please type it with care. For personal, non-commercial use.",
    empty: {
      heading: "The packs are taking a short nap",
      text: "We cannot show them right now. Please load the page again in a minute, or write to us and we will help you by mail.",
      reload: "Load the page again",
    },
  },
} as const;
