import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { pages, settings } from "../../../db/content-schema.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import type { Deps } from "../../deps.ts";
import { LEGAL_SLUGS } from "../../contract/content.ts";
import { contentRefusals as refusals } from "../content/refusals.ts";
import { ONE_LINE } from "../../contract/field-validation.ts";
import { findSectionsFault } from "../../contract/section-order.ts";
import type { RowValues, TableRow, TableSchema } from "../../contract/tables.ts";
import { conflict } from "../../errors.ts";
import { findPictureFault } from "../content/text-rules.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { readSettings } from "../settings.ts";
import { offerCheck, offerColumns } from "./offer-settings.ts";
import { settingsActions } from "./settings-actions.ts";
import { inShopZone } from "./shop-zone.ts";
import {
  defineTable,
  fileCheck,
  schemaOf,
  type TableDefinition,
  textCheck,
  type WriteRules,
} from "./define-table.ts";
import type { ColumnRules } from "./table-column.ts";

const DATE = "^\\d{4}-\\d{2}-\\d{2}$";
const TRACKER_ID = "^[\\w-]{4,80}$";

const settingsRules: WriteRules = {
  create() {
    throw conflict(refusals.oneSettingsRow);
  },

  mayRemove() {
    throw conflict(refusals.oneSettingsRow);
  },

  onChanged(tx, row, { patch, author }) {
    if (patch["legal_reviewed_on"]) linkLegalPages(tx, author);
    if ("support_email" in patch) notifyFormerAddress(tx, row, { patch, author });
  },

  checks: [
    textCheck("sections", findSectionsProblem),
    { columns: ["countdown", "countdown_until"], find: findCountdownProblem },
    offerCheck,
  ],
  findFileProblems: fileCheck("logo", findPictureFault),
};

/** Links the legal pages in the footer once the owner confirms having read them. */
function linkLegalPages(tx: Transaction, author: Author): void {
  const isUnread = and(inArray(pages.slug, [...LEGAL_SLUGS]), eq(pages.linked, false));
  for (const { id } of tx.select({ id: pages.id }).from(pages).where(isUnread).all())
    updateRow(tx, pages, id, { linked: true }, author);
}

/** Notifies the former support address, because it gets no more notices and replies. */
function notifyFormerAddress(
  tx: Transaction,
  { support_email: former, version }: TableRow,
  { patch, author: { actor, now } }: { patch: RowValues; author: Author },
): void {
  if (typeof former !== "string" || former === "") return;
  queueMail(tx, {
    uniqueKey: `support-changed:${version}`,
    kind: "support_changed",
    recipient: former,
    about: { newAddress: String(patch["support_email"] ?? "") },
    // Not part of the change set, so that the change can be undone.
    author: { actor, now },
  });
}

const inSection = <Columns extends Record<string, ColumnRules>>(
  section: string,
  columns: Columns,
): Record<string, ColumnRules> =>
  Object.fromEntries(Object.entries(columns).map(([name, rules]) => [name, { ...rules, section }]));

const trackerId = {
  code: true,
  pattern: TRACKER_ID,
  needsPasskeyCheck: true,
} satisfies ColumnRules;

/** The shop's settings: one row, which is changed but never added or deleted. */
export const settingsTable = defineTable(settings, {
  title: "Settings",
  description: "Your seller details, and how the shop looks and works.",
  label: "brand",
  isSingle: true,
  write: settingsRules,
  actions: settingsActions,
  columns: {
    is_open: {
      title: "Open",
      description: "While the shop is closed, only administrators see it and can buy.",
      readOnly: true,
    },
    ...inSection("Seller", {
      seller_name: {
        title: "Legal name",
        description: "As registered. It is shown in the imprint, on receipts and in every mail.",
        maxLength: 200,
      },
      seller_address: { title: "Address", maxLength: 400, multiline: true },
      seller_country: { title: "Country", format: "country" },
      vat_number: { title: "VAT number", maxLength: 40 },
      registration_number: {
        title: "Registration number",
        description:
          "From the business register, if you have one. Include the name of the register.",
        maxLength: 120,
      },
    }),
    ...inSection("Contact", {
      support_email: {
        title: "Support email",
        description: "Customers write to it, and their replies to the shop’s mails go to it.",
        format: "email",
        needsPasskeyCheck: true,
      },
      phone: { maxLength: 40, pattern: "^\\+?[\\d ()/.\\-]{4,}$" },
      hours: {
        description: "Your support hours, such as “Monday to Friday, 9 AM to 5 PM”.",
        maxLength: 120,
        pattern: ONE_LINE,
      },
      time_zone: {
        description:
          "The time zone of these hours, of the dates that buyers read and of the figures. Empty means UTC.",
        format: "time-zone",
        maxLength: 60,
      },
    }),
    ...inSection("Brand", {
      brand: { title: "Shop name", maxLength: 60, pattern: ONE_LINE, required: true },
      language: {
        description:
          "The language of your texts. You can also type a code, such as pt-BR. It sets the writing direction and the formats of prices and dates on pages and in mails to buyers; the texts themselves are translated in Content.",
        format: "language",
        maxLength: 35,
      },
      logo: {
        description: "Shown in place of the shop's name at the top of each page.",
        widget: "media",
        format: "url",
      },
      demo_content: {
        title: "Demo texts and pictures",
        description:
          "Visitors see them wherever you haven't added your own. They describe the demo's products; untick this to show neutral texts instead.",
      },
      social_url: {
        title: "Social link",
        description: "The https address of your profile, linked on the contact page.",
        format: "url",
        pattern: "^https://",
        maxLength: 300,
      },
    }),
    ...inSection("Offers and prices", {
      ...offerColumns,
      countdown: {
        description:
          "“Restarts at each visit” is untrue: it shows an end that never comes, and false time limits are forbidden in the EU. If your offer has an end, choose “Ends at a fixed time”; if not, “Off”.",
        enumNames: ["Restarts at each visit", "Off", "Ends at a fixed time"],
      },
      countdown_until: { title: "Countdown ends at" },
      show_list_prices: { title: "Show list prices" },
      default_paper: {
        title: "Paper",
        description: "The size listed first for visitors whose region is unknown.",
        enumNames: ["A4", "US Letter"],
      },
    }),
    ...inSection("Payment", {
      promotion_codes: {
        title: "Accept discount codes",
        description:
          "Buyers can enter a code on the payment page. Links with a code work in any case.",
      },
      save_cards: {
        title: "Saved card at offers",
        description:
          "Stripe, the payment provider, saves the card of a purchase. For an hour, the payment page of an offer shows this card, and the buyer pays with one click; the bank may still ask for a confirmation. A text next to the pay button says that the card is saved, and buyers can remove it on the payment page of an offer. If somebody asks you to delete a card later, delete the customer in Stripe’s dashboard. Your privacy policy should mention it.",
      },
      tax: {
        description:
          "The payment provider (Stripe) calculates it. Register with Stripe Tax first. Prices then say “plus tax”, or “incl. tax” where the seller's country asks for it.",
        enumNames: ["None", "Added to the prices", "Included in the prices"],
      },
      tax_decided_on: {
        title: "Date you decided about tax",
        format: "date",
        pattern: DATE,
      },
      invoices: {
        title: "Invoice for each order",
        description: "The payment provider makes a PDF, and charges a small fee for it.",
      },
      consent: {
        title: "Consent to the terms",
        description:
          "Before paying, buyers accept your terms and agree that they lose their right of withdrawal once they download. Have a lawyer check the text. “Buyers in the EU” includes buyers in the UK, Switzerland and the EEA, and buyers whose country is unknown. Stripe asks only if your account there has a link to your terms.",
        enumNames: ["Never", "Buyers in the EU", "Everyone"],
      },
      without_consent: {
        title: "Delivery without this consent",
        description: "Buyers in the EU can then withdraw from the purchase within 14 days.",
        enumNames: ["At once", "After 14 days"],
      },
      withdrawal_links: {
        title: "Link to the withdrawal page",
        description:
          "In the footer, on receipts and in mails. Shops that sell to consumers in the EU must offer it.",
      },
      recovery_mails: {
        title: "Remind buyers of an unfinished checkout",
        description:
          "One mail to buyers who agreed to it on the payment page. Stripe asks in the US only.",
      },
      gifts: {
        title: "Sell as gifts",
        description:
          "Product pages then have “Buy as a gift”: the recipient gets the files, the buyer gets the receipt. Subscriptions can't be gifts.",
      },
    }),
    ...inSection("Trust", {
      show_testimonials: { title: "Show testimonials" },
      review_mails: {
        title: "Ask buyers for a review",
        description:
          "Buyers who agreed to it on the page of their order get one mail 14 days after the purchase, at most once a year. Reviews wait under “Needs attention” until you show them. Your privacy policy must mention the mails and the reviews.",
      },
      show_trust_claim: {
        title: "Show the claim “Trusted by …”",
        description: "Only if it is true for your shop.",
      },
      quote_contact_message: {
        title: "Quote the visitor's message",
        description: "In the mail that confirms a contact message.",
      },
      legal_reviewed_on: {
        title: "Date you read the legal pages",
        description: "Entering a date links all legal pages in the footer.",
        format: "date",
        pattern: DATE,
      },
      landing_read_on: {
        title: "Date you read the landing page",
        format: "date",
        pattern: DATE,
      },
    }),
    ...inSection("Analytics and marketing", {
      posthog_key: { title: "PostHog key", ...trackerId },
      posthog_region: { title: "PostHog region", enumNames: ["US", "EU"], needsPasskeyCheck: true },
      meta_pixel_id: { title: "Meta Pixel ID", ...trackerId },
      gtm_id: { title: "Google Tag Manager ID", ...trackerId },
      pinterest_tag_id: { title: "Pinterest tag ID", ...trackerId },
    }),
    ...inSection("Admin", {
      show_checklist: {
        title: "Open with the checklist",
        description: "Until every step of a new shop is done.",
      },
      sale_mails: {
        title: "Mails about sales",
        description:
          "Sent to the support email: product, buyer, amount and source. The daily mail arrives at 8:00 with the orders of the day before; a day without orders has none. An order counts when it is paid, free and test orders too. Renewals don't count.",
        enumNames: ["Off", "At each sale", "Once a day"],
      },
      weekly_summary: {
        title: "Weekly summary",
        description: "Sent to the support email every Monday.",
      },
    }),
    // Has no form section: the Content screen changes it.
    sections: { title: "Sections of the landing page", code: true, maxLength: 400 },
  },
});

/** Returns a table's schema; for `settings`, with the values set by environment variables. */
export function schemaFor(table: TableDefinition, deps: Pick<Deps, "config" | "db">): TableSchema {
  const schema = inShopZone(schemaOf(table), readSettings(deps).timeZone);
  if (table !== settingsTable) return schema;
  const columns: Record<string, { name: string }> = getTableColumns(settings);
  const setByEnvironment: RowValues = {};
  for (const [key, value] of Object.entries(deps.config.settings)) {
    const name = columns[key]?.name;
    if (name) setByEnvironment[name] = value instanceof Date ? value.toISOString() : value;
  }
  return { ...schema, setByEnvironment };
}

function findCountdownProblem(row: RowValues): Record<string, string> {
  const isMissing = row["countdown"] === "until" && (row["countdown_until"] ?? null) === null;
  return isMissing ? { countdown_until: refusals.countdownEnd } : {};
}

function findSectionsProblem(text: string): string | undefined {
  const fault = findSectionsFault(text);
  if (!fault) return undefined;
  return fault.kind === "empty" ? refusals.noSections : refusals.section[fault.kind](fault.name);
}
