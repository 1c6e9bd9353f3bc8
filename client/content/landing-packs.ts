import { defineWords } from "../../server/contract/words.ts";

/** UI text of the packs and the countdown. */
export const landingWords = defineWords("landing", {
  title: "36 Weeks of Printable, Screen-Free Preschool Learning",
  pricing: {
    heading: "Choose your pack",
    intro:
      "Pay once, print as often as your child asks. The files are in your inbox minutes later.",
    introWithSubscription:
      "Print as often as your child asks. The files are in your inbox minutes later.",
    offer: "One-time payment • Instant access",
    subscriptionOffer: "Paid every {period} • Cancel any time",
    button: "DOWNLOAD NOW",
    bestValue: "BEST VALUE",
    closer: "Look closer",
    listPrice: "List price",
    price: "Price",
    code: "with code {code}",
    codeOnce: "with code {code}, for the first payment",
    codeEnded:
      "Your code is unknown, has ended or can't be used here: these are the normal prices.",
    codeElsewhere: "Your code is for another product: these are the normal prices.",
    notIncluded: "Not included",
    delivery:
      "Secure checkout at our card payment provider. The files are emailed to the address you enter there, so please type it with care. For personal, non-commercial use.",
    empty: {
      heading: "The packs are taking a short nap",
      text: "We can't show them right now. Please load the page again in a minute, or email us and we'll help you.",
      reload: "Load the page again",
    },
    noProducts: {
      heading: "Your products will appear here",
      text: "As soon as a product is on sale, its card is shown here.",
      link: "Go to your products",
    },
  },

  countdown: {
    name: "Offer countdown",
    restart: "Special offer",
    until: "Offer until {date}",
    end: "End of the offer: {date}",
    ended: "This offer ended on {date}",
    units: { days: "days", hours: "hours", minutes: "minutes", seconds: "seconds" },
    pause: "Pause the countdown",
    play: "Let the countdown run",
  },
});

/** UI text about the creator. PLACEHOLDER: Nora is fictional. Hidden in test and live mode. */
export const creatorWords = defineWords("creator", {
  heading: "Hello, I’m Nora. I\u00a0draw the pages.",
  picture: "author",
  paragraphs: [
    "I taught preschool before I had a preschooler. At school there was always a plan for the week; at home, at four in the afternoon, there was a tablet and a tired mother.",
    "So I drew a week of pages: a letter, a maze, something to cut, something to count. My daughter asked for the next one. Then the neighbors did.",
    "Every page is still drawn for small hands: thick lines, one idea, room to go over the edge. I hope it gives you a quiet table, and a few pictures for the fridge.",
  ],
  signature: "Nora",
  role: "Creator",
});

export const faqWords = defineWords("faq", {
  heading: "Questions parents ask",
  more: "Is yours not here?",
  contact: "Write to us",
});

/** UI text of the button that loads more testimonials or questions. */
export const moreWords = defineWords("more", {
  button: "Show more",
  loading: "Loading…",
  failed: "They couldn't be loaded. Please try again.",
});
