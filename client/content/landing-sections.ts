import { defineWords } from "../../server/contract/words.ts";

/** Call-to-action button that leads to the packs. */
const ACCESS_BUTTON = "GET INSTANT ACCESS";

/**
 * UI text of the landing page sections. The headline, topic names, page counts, the three steps and
 * "IMAGINE INSTEAD" are the owner's and stay verbatim. `picture` is a name in the picture manifest.
 */
export const landingSectionWords = defineWords("story", {
  hero: {
    headline:
      "Tired of Screen-Time Battles? Unlock 36 Weeks of Fun, Screen-Free Learning Your Child Will LOVE",
    subline:
      "Print a week at the kitchen table: letters, numbers, mazes and crafts for ages 2–5, planned so you don’t have to.",
    button: ACCESS_BUTTON,
    trust: ["One-time payment", "Instant PDF download", "A4 and US Letter"],
    // The owner must be able to substantiate this claim.
    claim: "Trusted by thousands of parents",
  },

  painPoints: {
    heading: "Does four o’clock look like this?",
    problems: [
      {
        doodle: "screen",
        title: "Too much screen time",
        text: "The tablet buys twenty quiet minutes. Then it has to be switched off.",
      },
      {
        doodle: "tangle",
        title: "Kids who lack focus",
        text: "Three toys in two minutes, and nothing finished. Staying with one thing takes practice.",
      },
      {
        doodle: "search",
        title: "Ready-made activities are hard to find",
        text: "Forty ideas saved at midnight. By morning, half of them need glitter you don’t own.",
      },
      {
        doodle: "signpost",
        title: "No structured learning path",
        text: "A letter here, a number there. What comes next, and what have you missed?",
      },
    ],
    imagine: {
      heading: "IMAGINE INSTEAD",
      benefits: [
        "Twenty quiet minutes at the table while dinner cooks",
        "A child who stays with a page until the tractor is red",
        "A whole week printed on Sunday evening, ready for Monday",
        "One path through letters, numbers and the seasons",
      ],
    },
  },

  whyChoose: {
    heading: "Why choose {brand}? The\u00a0planning is\u00a0done.",
    intro:
      "Every week begins with one sheet for you. The child’s pages follow in the order it names.",
    reasons: [
      {
        title: "36 weeks that build on each other",
        text: "Nine themes of four weeks, from Hello School to Hello Summer. Numbers and mazes grow with your child.",
      },
      {
        title: "About 20 minutes a day",
        text: "Five pages for each weekday. Skip what doesn't fit today; nothing falls apart.",
      },
      {
        title: "Pencil, crayons, scissors, glue",
        text: "The plan says what to lay out. You own all of it already.",
      },
      {
        title: "Something to move and make",
        text: "Walk like a hen, hide eggs, crack one and cook it. Every day has something to do away from the table.",
      },
    ],
  },

  whatLearn: {
    heading: "What your child will learn",
    intro: "Six areas, mixed through every week, so that a morning of letters ends with scissors.",
    topics: [
      {
        name: "Alphabet and reading",
        text: "Trace all 26 letters, big and small, and read first words beside their pictures.",
        picture: "learn-letters",
      },
      {
        name: "Creative skills",
        text: "Color, snip, glue, and draw the half of the cow that is missing.",
        picture: "learn-create",
      },
      {
        name: "Math and logic",
        text: "Count, compare, continue the pattern, and find the way through the maze.",
        picture: "learn-math",
      },
      {
        name: "Time and seasons",
        text: "Color the weather each morning, and follow the year from autumn leaves to the beach.",
        picture: "learn-seasons",
      },
      {
        name: "Nature and science",
        text: "Who eats what, where a chick comes from, and what is inside the body.",
        picture: "learn-nature",
      },
      {
        name: "Life skills",
        text: "Set the table, brush teeth, plant a seed: six pictures, then on your own.",
        picture: "learn-life",
      },
    ],
  },

  whatsIncluded: {
    heading: { lead: "What’s included:", total: "1400+ pages", rest: "in total" },
    curriculum: {
      count: "900+",
      name: "pages curriculum",
      text: "Nine monthly volumes. Each holds four weekly plans for you and five pages for every weekday.",
    },
    books: [
      {
        count: "150+",
        name: "pages Montessori materials",
        text: "Word cards, clip cards, sizes, sorting and everyday life.",
        picture: "cover-montessori",
      },
      {
        count: "100+",
        name: "pages puzzle games",
        text: "Shadows, pairs, patterns and picture grids.",
        picture: "cover-puzzles",
      },
      {
        count: "100+",
        name: "pages mazes",
        text: "From a first wide path to round and tricky ones.",
        picture: "cover-mazes",
      },
      {
        count: "50+",
        name: "pages human anatomy busy book",
        text: "Senses, bones and organs to name, color and play with.",
        picture: "cover-anatomy",
      },
    ],
    note: "All of it is in the Premium Pack, in A4 and in US Letter.",
    button: ACCESS_BUTTON,
  },

  howItWorks: {
    heading: "How it works",
    steps: [
      {
        doodle: "mail",
        name: "Download",
        text: "Pay once. The PDFs are in your inbox minutes later, and you need no account.",
      },
      {
        doodle: "printer",
        name: "Print",
        text: "Any printer will do; black ink is enough. One week at a time, in A4 or US Letter.",
      },
      {
        doodle: "crayon",
        name: "Start Learning",
        text: "Lay out the day’s five pages, hand over the crayons and sit down together.",
      },
    ],
  },

  bonuses: {
    heading: "Your free bonus: the Anatomy Activity Book",
    stamp: { top: "worth", value: "$19", bottom: "free" },
    text: "Comes with the Premium Pack, in the same email as everything else.",
    contents: [
      "Trace the names of bones, face and body",
      "Cut a skeleton into strips and build it again",
      "Help the apple find its way to the stomach",
    ],
    button: "SECURE YOUR BONUS",
  },

  closing: {
    heading: "Next Monday can start with crayons",
    text: "36 weeks are planned. The first one can be on your table tonight.",
    button: ACCESS_BUTTON,
  },
});
