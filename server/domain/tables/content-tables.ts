import { faqs, pages, testimonials, texts, VERIFIED } from "../../../db/content-schema.ts";
import { contentRefusals as refusals } from "../content/refusals.ts";
import { GRADIENTS, LEGAL_SLUGS, MAX_MARKDOWN, RESERVED_SLUGS } from "../../contract/content.ts";
import { findUnknownPlaceholder, PLACEHOLDERS } from "../../contract/known-placeholders.ts";
import type { Value } from "../../contract/tables.ts";
import { inUse } from "../../errors.ts";
import { findMarkdownFault } from "../content/markdown.ts";
import {
  findOwnPictureFault,
  findPictureFault,
  findTextProblem,
  isDefaultText,
} from "../content/text-rules.ts";
import { decideReview } from "../orders/reviews.ts";
import {
  defineTable,
  fileCheck,
  type RowCheck,
  textCheck,
  type WriteRules,
} from "./define-table.ts";
import type { ColumnRules } from "./table-column.ts";
import { linkAction, type TableActionDefinition } from "./table-action.ts";
import { settingsTable } from "./settings-table.ts";
import { invalidValues } from "./wire-values.ts";

const SLUG = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
const DAY = "^\\d{4}-\\d{2}-\\d{2}$";
const PLACEHOLDER_LIST = Object.keys(PLACEHOLDERS).map((name) => `{${name}}`);

const position = {
  description: "Smaller numbers are shown first.",
  minimum: 0,
  maximum: 10_000,
} satisfies ColumnRules;

const isLegal = (slug: Value | undefined) => LEGAL_SLUGS.some((legal) => legal === slug);

const pageRules: WriteRules = {
  checks: [
    textCheck("slug", findServedPage),
    knownPlaceholders("title", "Title"),
    knownPlaceholders("body", "Text"),
    textCheck("body", findMarkdownFault),
  ],

  mayChange({ slug }, patch) {
    if ("slug" in patch && isLegal(slug)) {
      throw invalidValues(new Map([["slug", refusals.legalSlug(String(slug))]]));
    }
  },

  mayRemove(_tx, { slug }) {
    if (isLegal(slug)) throw inUse(refusals.legalPage);
  },
};

/** Decision on a review that waits for the owner. */
const decision = (isShown: boolean): Required<Pick<TableActionDefinition, "when" | "run">> => ({
  when: { undecided: { in: [true] }, active: { in: [false] } },
  run: (_deps, { row: { id }, author }) =>
    author.write((tx) => decideReview(tx, { id, isShown, author })),
});

export const contentTables = [
  defineTable(testimonials, {
    title: "Testimonials",
    description: "What customers say, on the landing page. Changes appear at once.",
    group: "site",
    label: "author",
    views: [
      { title: "Shown", filters: { active: "true" } },
      { title: "New reviews", filters: { undecided: "true", active: "false" } },
    ],
    actions: [
      {
        name: "show_review",
        title: "Show",
        description: "Shows the review on the landing page, with its stars and “Bought here”.",
        ...decision(true),
      },
      {
        name: "hide_review",
        title: "Keep hidden",
        description: "Removes it from “Needs attention”. You can show it later.",
        ...decision(false),
      },
    ],
    write: { findFileProblems: fileCheck("image", findPictureFault) },
    columns: {
      text: { maxLength: 600, multiline: true },
      author: { maxLength: 80 },
      stars: { minimum: 1, maximum: 5, description: "Empty: no stars are shown." },
      role: { maxLength: 80, description: "Such as “Mother of two”." },
      image: {
        title: "Picture",
        description: "A square picture of the person, shown small and round.",
        widget: "media",
        format: "url",
      },
      gradient: {
        title: "Background",
        description: "The color behind the picture.",
        enum: GRADIENTS,
        enumNames: ["Yellow", "Blue", "Teal", "Sand"],
      },
      position,
      active: { title: "Shown" },
      placeholder: {
        description:
          "A placeholder is shown in the demo only. Enter a real customer’s words and name, then untick this.",
      },
      verified: {
        title: "Bought here",
        description:
          "Written by the buyer of an order. Visitors see this only while text and stars are as the buyer sent them.",
        sql: VERIFIED,
        kind: "boolean",
        readOnly: true,
      },
      sent_text: { title: "Text as sent", readOnly: true },
      sent_stars: { title: "Stars as sent", readOnly: true },
      order_id: { title: "Order", reference: "orders", readOnly: true },
      undecided: { title: "New review", readOnly: true },
    },
  }),
  defineTable(faqs, {
    title: "Questions",
    description: "Questions and answers on the landing page. Changes appear at once.",
    group: "site",
    label: "question",
    write: {
      checks: [
        knownPlaceholders("question", "Question"),
        knownPlaceholders("answer", "Answer"),
        textCheck("answer", findMarkdownFault),
      ],
    },
    columns: {
      question: { maxLength: 200 },
      answer: {
        maxLength: 4000,
        multiline: true,
        widget: "markdown",
        rows: 8,
        description:
          "You can write *italics*, **bold** and [a link](/contact), and start lines with “- ” for a list (Markdown).",
      },
      position,
      active: { title: "Shown" },
    },
  }),
  defineTable(pages, {
    title: "Pages",
    description: "Legal pages and pages of your own.",
    group: "site",
    label: "title",
    write: pageRules,
    actions: [linkAction({ path: "/{slug}" }, {})],
    columns: {
      slug: {
        code: true,
        title: "Path",
        description: "Lowercase letters, digits and hyphens: the page about-us is at /about-us.",
        maxLength: 80,
        pattern: SLUG,
      },
      title: { maxLength: 120 },
      body: {
        title: "Text",
        description: `Start a line with “## ” for a heading or “- ” for a list; write **bold** and [a link](/contact) (Markdown). The shop fills in ${PLACEHOLDER_LIST.join(", ")}.`,
        maxLength: MAX_MARKDOWN,
        multiline: true,
        widget: "markdown",
        rows: 20,
      },
      updated_on: {
        title: "Last updated",
        description: "The date that visitors see. Empty: no date is shown.",
        format: "date",
        pattern: DAY,
        required: false,
        default: "",
      },
      linked: {
        title: "Linked in the footer",
        description: "Untick this to keep the page out of the footer and the sitemap.",
      },
    },
  }),
  defineTable(texts, {
    title: "Texts",
    description:
      "Texts and pictures that you have replaced on the Content screen. If you delete a row, its default returns.",
    group: "site",
    label: "name",
    imports: {
      key: "name",
      isDefault: isDefaultText,
      hint: "Each row replaces the text with that name. Rows without a text, or with the default, bring the default back. You see the result before anything is saved.",
    },
    write: {
      checks: [{ columns: ["name", "value"], find: findTextProblem }],
      findFileProblems: fileCheck("value", findOwnPictureFault),
    },
    columns: {
      name: { code: true, maxLength: 200, createOnly: true },
      value: { title: "Text", maxLength: 4000, multiline: true },
    },
  }),
  settingsTable,
];

function findServedPage(slug: string): string | undefined {
  const page = Object.hasOwn(RESERVED_SLUGS, slug) ? RESERVED_SLUGS[slug] : undefined;
  return page && refusals.slugServed(slug, page);
}

function knownPlaceholders(column: string, title: string): RowCheck {
  return textCheck(column, (text) => {
    const unknown = findUnknownPlaceholder(text);
    return unknown && refusals.placeholder(title, unknown, PLACEHOLDER_LIST);
  });
}
