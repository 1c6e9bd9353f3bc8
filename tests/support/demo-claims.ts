import { firstTestimonials } from "../../db/seed/first-landing.ts";

/** The demo's brand, its fictional people and words and pictures of its products. */
const WORDS = [
  "papercub",
  String.raw`\bnora\b`,
  ...firstTestimonials.map(({ author }) => author.replace(".", String.raw`\.`)),
  String.raw`\b36[ -]weeks?`,
  String.raw`\b\d{2,}\+`,
  "(?:premium|advanced)[ -]pack",
  "dinosaur",
  "workbook",
  "anatomy",
  "montessori",
  "bonus",
  "valued at",
  String.raw`\b80 pages`,
  String.raw`\$(?:19|117|97)\b`,
  "curriculum",
  "preschool",
  "homeschool",
  String.raw`\bparents?\b`,
  String.raw`\bkids?\b`,
  "screen-free",
  "screen-time",
  "ages 2",
  "aged 2",
  "crayon",
  String.raw`\bmazes?\b`,
  "trusted by thousands",
  "hero-(?:letter|count)",
  String.raw`/(?:favicon\.svg|pictures/(?:icon|apple|open-graph))`,
];

const CLAIMS = new RegExp(WORDS.join("|"), "gi");

/** Lists what a text says of the demo: its brand, its people, its products. */
export function demoClaimsIn(text: string): string[] {
  return [...new Set(text.match(CLAIMS))];
}
