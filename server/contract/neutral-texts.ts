import { LANDING_SECTIONS, type SectionName } from "./sections.ts";

type Texts = Readonly<Record<string, string>>;

const MINUTES = "The files are in your inbox minutes after you pay.";
const IN_A_SENTENCE = "Say it in a sentence or two.";

/**
 * Neutral defaults of sections of the landing page, by the start of the texts' names. Those about
 * the demo's packs alone ask the owner for a text, because any other would be a claim.
 */
const OF_SECTIONS: Readonly<Record<string, { section: SectionName; texts: Texts }>> = {
  "story.painPoints.": {
    section: "pain-points",
    texts: {
      heading: "Do you know this?",
      ...numbered(4, (n) => ({
        [`problems.${n - 1}.title`]: `Problem ${n}`,
        [`problems.${n - 1}.text`]: `A problem that your products solve. ${IN_A_SENTENCE}`,
      })),
      ...numbered(4, (n) => ({ [`imagine.benefits.${n - 1}`]: `Benefit ${n} of your products` })),
    },
  },
  "story.whyChoose.": {
    section: "why-choose",
    texts: {
      heading: "Why choose {brand}?",
      intro: `What makes your products different? ${IN_A_SENTENCE}`,
      ...numbered(4, (n) => ({
        [`reasons.${n - 1}.title`]: `Reason ${n}`,
        [`reasons.${n - 1}.text`]: `Why should somebody buy from you? ${IN_A_SENTENCE}`,
      })),
    },
  },
  "story.whatLearn.": {
    section: "what-learn",
    texts: {
      heading: "What it is about",
      intro: `What are your products about? ${IN_A_SENTENCE}`,
      ...numbered(6, (n) => ({
        [`topics.${n - 1}.name`]: `Topic ${n}`,
        [`topics.${n - 1}.text`]: IN_A_SENTENCE,
      })),
    },
  },
  "story.whatsIncluded.": {
    section: "whats-included",
    texts: {
      "heading.total": "your products",
      "heading.rest": "at a glance",
      "curriculum.count": "Product 1",
      "curriculum.name": "What is it called?",
      "curriculum.text": `What is in it? ${IN_A_SENTENCE}`,
      ...numbered(4, (n) => ({
        [`books.${n - 1}.count`]: `Product ${n + 1}`,
        [`books.${n - 1}.name`]: "What is it called?",
        [`books.${n - 1}.text`]: `What is in it? ${IN_A_SENTENCE}`,
      })),
      note: "A line about formats and sizes.",
    },
  },
  "story.howItWorks.": {
    section: "how-it-works",
    texts: {
      "steps.1.text": "Any home printer will do. Print as many copies as you need.",
      "steps.2.name": "Enjoy",
      "steps.2.text": "Run out, or lost a page? Print it again.",
    },
  },
  "story.bonuses.": {
    section: "bonuses",
    texts: {
      heading: "Something extra",
      "stamp.top": "a",
      "stamp.value": "gift",
      "stamp.bottom": "for you",
      text: `What do buyers get on top of their order? ${IN_A_SENTENCE}`,
      ...numbered(3, (n) => ({ [`contents.${n - 1}`]: `Part ${n} of it` })),
      button: "GET IT",
    },
  },
  "story.closing.": {
    section: "final-cta",
    texts: { heading: "Print your first page today", text: MINUTES },
  },
};

/** Neutral defaults of the other texts of pages, by name. */
const OF_PAGES: Texts = {
  "landing.title": "Printables to Download and Print",
  "landing.pricing.intro":
    "Pay once, print as often as you like. The files are in your inbox minutes later.",
  "landing.pricing.introWithSubscription":
    "Print as often as you like. The files are in your inbox minutes later.",
  "story.hero.headline": "Printables to download and print at home",
  "story.hero.subline": `Choose what you like and print it as often as you want. ${MINUTES}`,
  "story.hero.trust.2": "Print at home",
  "story.hero.claim": "Trusted by our customers",
  "testimonials.claim": "Trusted by our customers.",
  "faq.heading": "Questions and answers",
  "sharing.description":
    "Printables to download and print at home. The files arrive by email minutes after you pay.",
  "sharing.pictureText": "Printables by {brand}",
  "funnel.upsell.value": "List price",
  "funnel.upsell2.value": "List price",
  "funnel.downsell.value": "List price",
  "funnel.downsell.heading": "Or maybe the {name}?",
  "funnel.inside": "Some of the pages",
  "cancel.help.0": "What you chose is still here",
  "cancel.help.1": "Instant PDF download",
  "account.lead": "Open your files and manage your account",
  "account.history.emptyText": "You haven't bought anything yet. Have a look around the shop!",
  "account.history.browse": "Go to the shop",
  "account.history.printTip": "Print at 100 % (“actual size”), so that all sizes are right.",
  "login.lead": "Sign in to open your orders and files",
  "contact.intro":
    "A file that doesn't open, or a question before you buy: write to us. A real person reads every message.",
};

/**
 * Returns the texts of pages that take the place of defaults which describe the demo's products, by
 * name: used in shops with products of their own, until the owner replaces them. Leaves out those
 * of sections that are not in `shown`.
 */
export function neutralTexts(shown: readonly SectionName[]): Texts {
  const ofSections = Object.entries(OF_SECTIONS).flatMap(([start, { section, texts }]) =>
    shown.includes(section)
      ? Object.entries(texts).map(([name, text]) => [start + name, text] as const)
      : [],
  );
  return { ...OF_PAGES, ...Object.fromEntries(ofSections) };
}

/** All neutral defaults of texts of pages, by name. */
export const NEUTRAL_TEXTS = neutralTexts(LANDING_SECTIONS);

function numbered(count: number, textsOf: (number: number) => Texts): Texts {
  const all = Array.from({ length: count }, (_, index) => textsOf(index + 1));
  return Object.assign({}, ...all) as Texts;
}
