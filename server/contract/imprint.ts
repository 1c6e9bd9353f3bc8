import { defineWords } from "./words.ts";

export const IMPRINT_SLUG = "imprint";

/** The imprint. The body is Markdown; a line is left out if all its placeholders are empty. */
export const imprintWords = defineWords("imprint", {
  title: "Imprint",
  body: [
    "Who runs this shop, and how to reach us.",
    "## Seller",
    // Two spaces break the line.
    ["{seller.name}", "{seller.address}", "{seller.country}"].join("  \n"),
    "- VAT number: {seller.vat}\n- Registration: {seller.registration}",
    "## Contact",
    "- Email: [{support}](mailto:{support})\n- Phone: {phone}\n- Hours: {hours}",
    "You can also use the [contact form](/contact).",
  ].join("\n\n"),
});
