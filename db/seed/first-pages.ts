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
