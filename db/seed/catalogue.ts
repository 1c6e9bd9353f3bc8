import { type BillingPeriod, type Licence, PAPERS, type ProductType } from "../enums.ts";

/**
 * Product of the demo catalogue. Prices are in US cents; `files` lists slugs in reading order, and
 * `sample` is the slug of a PDF for every visitor.
 */
export type CatalogueProduct = {
  name: string;
  slug: string;
  description: string;
  price: number;
  listPrice: number | null;
  currency: "usd";
  type: ProductType;
  billingPeriod: BillingPeriod | null;
  features: readonly string[];
  badge: string | null;
  position: number;
  active: boolean;
  cover: string;
  files: readonly string[];
  licence?: Licence;
  /** Slug of the product whose buyers pay the difference. */
  upgradesFrom?: string;
  onLanding?: boolean;
  sample?: string;
};

const CURRICULUM = [
  "month-1",
  "month-2",
  "month-3",
  "month-4",
  "month-5",
  "month-6",
  "month-7",
  "month-8",
  "month-9",
];

/** Ten features; smaller packs show the last three as not included. */
const PACK_FEATURES = [
  "900+ pages curriculum",
  "36 weekly plans, Monday to Friday",
  "Letter, number and pencil-control tracing",
  "150+ pages Montessori materials",
  "100+ pages puzzle games",
  "Every page in A4 and US Letter",
  "Instant download, with free corrections later",
  "100+ pages mazes",
  "50+ pages human anatomy busy book",
  "Free bonus: anatomy activity book (worth $19)",
] as const;

const PREMIUM_FILES = bothPapers([
  ...CURRICULUM,
  "montessori",
  "puzzles",
  "mazes",
  "anatomy",
  "anatomy-bonus",
]);

/** A week's plan and the pages of one day. */
const SAMPLE = "sample-a4";

/** Products in shop order. The subscription is inactive until the owner activates it. */
export const products: CatalogueProduct[] = [
  {
    ...digital("premium-pack", "Premium Pack", 1),
    description:
      "All 36 weeks of the curriculum with Montessori materials, puzzles, mazes and both anatomy books. Print a week on Sunday evening and the table is set for Monday.",
    price: 3700,
    listPrice: 11700,
    features: PACK_FEATURES,
    badge: "BEST VALUE",
    upgradesFrom: "advanced-pack",
    files: PREMIUM_FILES,
    sample: SAMPLE,
  },
  {
    ...digital("advanced-pack", "Advanced Pack", 2),
    description:
      "The full 36-week curriculum with Montessori materials and puzzle games. A calm, ready plan for every weekday of the school year.",
    price: 2700,
    listPrice: 9700,
    features: PACK_FEATURES,
    files: bothPapers([...CURRICULUM, "montessori", "puzzles"]),
    sample: SAMPLE,
  },
  {
    ...digital("dinosaur-busy-book", "Dinosaur Busy Book", 3),
    description:
      "Trace, count, match and cut with T. rex, Triceratops and their friends. Slip the pages into sheet protectors and they can be played again and again.",
    price: 1200,
    listPrice: 2400,
    features: [
      "Dinosaur tracing, counting and matching",
      "Mazes and dot-to-dot pictures",
      "Cut and paste: which egg, which dinosaur?",
      "Memory cards to cut out",
      "A4 and US Letter",
    ],
    files: bothPapers(["dinosaurs"]),
  },
  {
    ...digital("color-workbook", "Color Workbook", 4),
    description:
      "Every color gets its own things to find, name and color in: the red apple, the yellow sun, the green leaf. Big friendly outlines for small hands.",
    price: 1900,
    listPrice: 3900,
    features: [
      "Eleven colors, each with its word to trace",
      "Color by number pictures",
      "Sorting and matching by color",
      "Calm full-page coloring pictures",
      "A4 and US Letter",
      "Plus a bonus certificate valued at $15",
    ],
    files: bothPapers(["colors", "colors-certificate"]),
  },
  {
    ...digital("color-workbook-for-kids", "Color Workbook for Kids", 5),
    description:
      "A gentle first coloring book: one big picture a page, one color word to read together. Made for two- and three-year-olds with chunky crayons.",
    price: 900,
    listPrice: 1900,
    features: [
      "80 pages",
      "One big picture on every page",
      "First color words",
      "Easy color by number",
      "A4 and US Letter",
      "With a bonus badge valued at $10",
    ],
    files: bothPapers(["colors-kids", "colors-kids-badge"]),
  },
  {
    ...digital("printables-club", "Printables Club", 6),
    description:
      "A fresh bundle of seasonal pages every month: one maze, one craft, one coloring page and plenty to trace.",
    price: 900,
    listPrice: null,
    type: "subscription",
    billingPeriod: "month",
    features: [
      "A new themed issue every month",
      "Ready to print in A4 and US Letter",
      "Cancel whenever you like",
    ],
    active: false,
    files: bothPapers(["club"]),
  },
  {
    ...digital("premium-pack-classroom", "Premium Pack, classroom license", 7),
    description:
      "The whole Premium Pack for preschools: one teacher prints it for every child in their class, year after year.",
    price: 8700,
    listPrice: null,
    features: PACK_FEATURES,
    licence: "classroom",
    onLanding: false,
    cover: "premium-pack",
    files: PREMIUM_FILES,
    sample: SAMPLE,
  },
];

function digital(slug: string, name: string, position: number) {
  return {
    slug,
    name,
    position,
    currency: "usd",
    type: "digital" as CatalogueProduct["type"],
    billingPeriod: null as CatalogueProduct["billingPeriod"],
    badge: null as string | null,
    active: true,
    cover: slug,
  } as const;
}

function bothPapers(volumes: readonly string[]): string[] {
  return PAPERS.flatMap((paper) => volumes.map((volume) => `${volume}-${paper}`));
}
