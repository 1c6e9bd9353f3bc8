// A LAWYER MUST REVIEW THESE TEXTS before the shop opens: they describe how the software works. The
// owner wrote the refund policy. Update the privacy policy when the store collects other personal data.
import accessibility from "./accessibility.md" with { type: "text" };
import imprint from "./imprint.md" with { type: "text" };
import privacy from "./privacy.md" with { type: "text" };
import refund from "./refund.md" with { type: "text" };
import terms from "./terms.md" with { type: "text" };
import withdrawalForm from "./withdrawal-form.md" with { type: "text" };

const updatedOn = "2025-01-03";

/**
 * The legal pages, in the order of the footer. Those with `linked: false` are linked once the owner
 * has read them.
 */
export const firstPages = [
  { slug: "privacy", title: "Privacy Policy", body: privacy.trimEnd(), updatedOn },
  { slug: "terms", title: "Terms of Service", body: terms.trimEnd(), updatedOn },
  { slug: "refund", title: "Refund Policy", body: refund.trimEnd(), updatedOn },
  { slug: "imprint", title: "Imprint", body: imprint.trimEnd(), updatedOn: "" },
  {
    slug: "accessibility",
    title: "Accessibility",
    body: accessibility.trimEnd(),
    updatedOn: "",
    linked: false,
  },
  {
    slug: "withdrawal-form",
    title: "Model withdrawal form",
    body: withdrawalForm.trimEnd(),
    updatedOn: "",
    linked: false,
  },
];

/** Passages about the demo's products, each with its replacement in other shops. */
const PASSAGES = [
  [", for teaching and playing with children aged 2 to 5.", "."],
  ["Use them with the children in your care", "Use them at home with your family"],
  ["## With children", "## Safety"],
  [
    "Some activities need scissors, glue or small objects. Please stay with your child, and choose pages for your child's age.",
    "If children use the pages, please stay with them, and choose pages for their age.",
  ],
  ["The pages are for children, the shop is for adults.", "The shop is for adults."],
] as const;

/** The legal pages of a shop with products of its own. */
export const neutralPages = firstPages.map((page) => ({
  ...page,
  body: PASSAGES.reduce((body, [demo, neutral]) => body.replace(demo, neutral), page.body),
}));
