// A LAWYER MUST REVIEW THESE TEXTS before the shop opens: they describe how the software works. The
// owner wrote the refund policy. Update the privacy policy when the store collects other personal data.
import privacy from "./privacy.md" with { type: "text" };
import refund from "./refund.md" with { type: "text" };
import terms from "./terms.md" with { type: "text" };

const updatedOn = "2025-01-03";

/** The legal pages of a new shop, in the order of the footer. */
export const firstPages = [
  { slug: "privacy", title: "Privacy Policy", body: privacy.trimEnd(), updatedOn },
  { slug: "terms", title: "Terms of Service", body: terms.trimEnd(), updatedOn },
  { slug: "refund", title: "Refund Policy", body: refund.trimEnd(), updatedOn },
] as const;
