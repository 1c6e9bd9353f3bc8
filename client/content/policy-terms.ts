// A LAWYER MUST REVIEW THIS TEXT before the shop opens: see policies.ts.
import { type Policy, section, yesAndNo } from "./policies.ts";

export const termsOfService: Policy = {
  title: "Terms of Service",
  description:
    "What you buy, how it is delivered, and what you may do with it: personal, non-commercial use of printable PDFs.",
  subtitle: "What you buy here, how you get it, and what you may do with it.",
  sections: [
    section(
      "agreement",
      "These terms",
      "These terms apply between you and {brand} when you use this site or buy here. To buy, you must be an adult. They do not limit the consumer rights that the law of your country gives you.",
    ),
    section(
      "products",
      "What you buy",
      "Our products are PDF files to print at home, for teaching and playing with children aged 2 to 5. There is no printed version, and nothing is shipped.",
      "The product's description says what it contains. We may correct and improve files; earlier buyers get the corrected files too.",
    ),
    section(
      "payment",
      "Price and payment",
      "The price is the one shown on the payment page before you pay. Packs are paid once. If a product is a subscription, its card and the payment page say so and name the period; it renews until it is cancelled.",
      "Payment runs at an external card payment provider. The contract is concluded when your payment succeeds.",
    ),
    section(
      "delivery",
      "Delivery",
      "Right after payment the files are on the confirmation page and go to the email address that you entered while paying. Please type it with care. Some payment methods take days to confirm; we send the mail as soon as they do.",
      "Links in the mail work for 60 days. Save the files; if you need them again later, we send you fresh links.",
    ),
    section(
      "licence",
      "What you may do with the files",
      "You may use the files yourself, for personal, non-commercial use:",
      yesAndNo(
        [
          "You may",
          "Save the files on your own devices",
          "Print the pages as often as you like",
          "Use them with the children in your care",
        ],
        [
          "You may not",
          "Sell, rent or publish files or printed pages",
          "Pass on files or their links to others",
          "Use them commercially, or make products from them",
        ],
      ),
      "All rights in the files and in this site stay with {brand} and its licensors. If you break these rules, we may end your access to the files.",
    ),
    section(
      "refunds",
      "Refunds",
      "Digital products are delivered immediately, so refunds have specific conditions. See the {refund}, which is part of these terms. A refunded product can no longer be opened.",
    ),
    section(
      "care",
      "With children",
      "Some activities need scissors, glue or small objects. Please stay with your child, and choose what suits its age. The pages are no medical or professional advice, and we promise no particular progress.",
    ),
    section(
      "site",
      "This site",
      "We do our best to keep the site running and correct, but cannot promise that it always is. Please do not misuse it: do not try to access other people's orders, to overload it, or to send unwanted mail through it.",
      "This site is not part of any social media company and is not endorsed by one.",
    ),
    section(
      "liability",
      "Liability",
      "We are liable as required by law. As far as the law allows, we are not liable for damage that we could not foresee, or for more than you paid for the product.",
    ),
    section(
      "changes",
      "Changes and privacy",
      "The terms at the time of purchase apply. See the {privacy} for how we use your data.",
    ),
    section("questions", "Questions", "Write to {email} or use the {contact}."),
  ],
};
