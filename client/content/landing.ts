import { defineWords } from "../../server/contract/words.ts";

/** The packs and the countdown. */
export const landingWords = defineWords("landing", {
  title: "36 Weeks of Printable, Screen-Free Preschool Learning",
  pricing: {
    heading: "Choose your pack",
    intro:
      "Pay once, print as often as your child asks. The files are in your mailbox minutes later.",
    introWithSubscription:
      "Print as often as your child asks. The files are in your mailbox minutes later.",
    offer: "One-time payment • Instant access",
    subscriptionOffer: "Paid every {period} • Cancel any time",
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
    until: "Offer until {date}",
    ended: "This offer ended on {date}",
    units: { days: "days", hours: "hours", minutes: "minutes", seconds: "seconds" },
    pause: "Pause the countdown",
    play: "Let the countdown run",
  },
});

/** PLACEHOLDER: Nora and her story are invented, so test and live mode do not show them. */
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

/** Texts about the invented person. The section is shown in a shop once all of them are replaced. */
export const INVENTED_TEXTS = [
  "creator.heading",
  "creator.paragraphs.0",
  "creator.paragraphs.1",
  "creator.paragraphs.2",
  "creator.signature",
];

/** FAQ entry; `link` is shown after the answer. */
export type FaqEntry = {
  question: string;
  answer: string;
  link?: { href: string; text: string };
};

export const faqWords = defineWords("faq", {
  heading: "Questions parents ask",
  more: "Yours is not here?",
  contact: "Write to us",
});

export const faqEntries: readonly FaqEntry[] = [
  {
    question: "Is it right for my child’s age?",
    answer:
      "It is made for children aged 2 to 5. Two-year-olds color, match and snip beside you; four- and five-year-olds trace, count and find their way through the mazes alone. Begin with month 1 at any age and leave out what is too easy or too early.",
  },
  {
    question: "How do I get the pages, and do I need an account?",
    answer:
      "Right after the payment we send links to your PDFs to the email address you entered. You can also download them at once: perhaps after an offer or two, which you may decline, the page of your order has them all. You need no account. Please type the address with care, as everything goes there.",
  },
  {
    question: "Do you send a printed book?",
    answer:
      "No, there is no printed version. You get PDFs and print them at home or in a copy shop. Every page comes in A4 and in US Letter, as black line art that is gentle on ink.",
  },
  {
    question: "What do I need, and how long does it take?",
    answer:
      "A printer, a pencil, crayons, child-safe scissors and a glue stick. The plan counts on about 20 minutes a day, Monday to Friday, for 36 weeks. Slower is fine: nothing runs out.",
  },
  {
    question: "May I print a page more than once?",
    answer:
      "Yes. You pay once and print as often as you need, this year and for the next child. The pages are for personal, non-commercial use only, so please do not sell them or pass the files on.",
  },
  {
    question: "What if something is wrong with my files?",
    answer:
      "Write to us within 14 days. We put right a download that fails or a file that is damaged, and refund accidental double orders and anything that does not match its description.",
    link: { href: "/refund", text: "Read the refund policy" },
  },
];
