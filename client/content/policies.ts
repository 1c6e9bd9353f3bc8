import { defineWords } from "../../server/contract/words.ts";

// A LAWYER MUST REVIEW THESE TEXTS before the shop opens: they describe how the software works. The
// refund policy comes from the specification.

/** Two lists: `yes` has ticks, `no` has crosses. */
export type PolicyList = {
  heading?: string;
  look: "plain" | "yes" | "no";
  items: readonly string[];
};

/** In texts, {brand}, {email}, {contact}, {privacy}, {terms} and {refund} are replaced. */
export type PolicyBlock =
  | string
  | { lists: readonly PolicyList[] }
  | { steps: readonly string[] }
  | { facts: Readonly<Record<string, string>> };

export type PolicySection = { id: string; heading: string; blocks: readonly PolicyBlock[] };

export type Policy = {
  title: string;
  description: string;
  subtitle: string;
  notice?: string;
  sections: readonly PolicySection[];
};

export const policyWords = defineWords("policy", {
  updated: "Last updated: January 3, 2025",
  contents: "On this page",
  notice: "Important",
  backHome: "Back to Home",
});

/** Defines a section; `id` is its anchor. */
export const section = (id: string, heading: string, ...blocks: PolicyBlock[]): PolicySection => ({
  id,
  heading,
  blocks,
});

export const plain = (...items: string[]): PolicyBlock => ({ lists: [{ look: "plain", items }] });

/** A list with ticks next to one with crosses. */
export const yesAndNo = (
  yes: readonly [heading: string, ...items: string[]],
  no: readonly [heading: string, ...items: string[]],
): PolicyBlock => ({
  lists: [
    { heading: yes[0], look: "yes", items: yes.slice(1) },
    { heading: no[0], look: "no", items: no.slice(1) },
  ],
});

export const facts = (named: Record<string, string>): PolicyBlock => ({ facts: named });

/** The conditions of refunds. */
export const refundPolicy: Policy = {
  title: "Refund Policy",
  description:
    "Our 14-day satisfaction guarantee for digital printables: what is covered, how to ask for a refund, and how long it takes.",
  subtitle: "We want you to be satisfied with our digital products.",
  notice:
    "Our products are digital and delivered immediately, so refunds have specific conditions.",
  sections: [
    section(
      "guarantee",
      "14-Day Satisfaction Guarantee",
      "For 14 days after your purchase we give refunds by internal criteria, such as duplicate orders, at our reasonable discretion. The guarantee covers:",
      {
        lists: [
          {
            look: "yes",
            items: [
              "Technical issues preventing download",
              "Corrupted or unreadable files",
              "Content significantly different from description",
              "Accidental duplicate purchases",
            ],
          },
        ],
      },
    ),
    section(
      "conditions",
      "Refund Conditions",
      yesAndNo(
        [
          "Eligible",
          "Request within 14 days of purchase",
          "Documented technical issues",
          "Product not matching description",
          "Download error or damaged files",
          "Accidental duplicate purchase",
        ],
        [
          "Not eligible",
          "Request after 14 days",
          "Change of mind after prolonged use",
          "Unauthorized sharing",
          "Unauthorized commercial use",
          "Violation of {terms}",
        ],
      ),
    ),
    section("process", "Refund Process", {
      steps: [
        "Contact us by email at {email} or with the {contact}.",
        "Provide your order number, the purchase date and the reason.",
        "Our team reviews your request within 2-3 business days.",
        "If it is approved, the refund is processed within 5-7 business days to the original payment method.",
      ],
    }),
    section(
      "timeframes",
      "Processing Timeframes",
      facts({
        "Initial response": "2-3 business days",
        Processing: "5-7 business days",
        Credit: "Varies by bank or card and can take up to 10 business days",
      }),
    ),
    section(
      "special-cases",
      "Special Cases",
      facts({
        "Technical issues": "Contact us immediately. They are usually fixed without a refund.",
        "Multiple purchases": "Contact us within 7 days for an immediate refund of duplicates.",
        "Partial refunds":
          "Partial refunds or credits toward future purchases are at our discretion.",
      }),
    ),
    section(
      "questions",
      "Questions About Refunds",
      "Write to {email} or use the {contact}. Please name your order number.",
    ),
  ],
};
