import { eq, or } from "drizzle-orm";
import { settings } from "../../../db/content-schema.ts";
import { productFiles, products, orderItems } from "../../../db/schema.ts";
import { PAPERS } from "../../../db/enums.ts";
import { ONE_LINE } from "../../contract/field-validation.ts";
import { MONEY } from "../../contract/formats.ts";
import { formatAmount, formatMoney } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import { findSampleFault } from "../files/named-files.ts";
import { findMarkdownFault } from "../content/markdown.ts";
import { findPictureFault } from "../content/text-rules.ts";
import { queueNewVersion } from "../files/new-version.ts";
import { defineTable, fileCheck, textCheck, type WriteRules } from "./define-table.ts";
import { linkAction, type TableActionDefinition } from "./table-action.ts";
import { productFileRules } from "./product-file-writes.ts";
import { tableRefusals as texts } from "./refusals.ts";
import { findPriceFault } from "../../ports/prices.ts";
import type { RowValues } from "../../contract/tables.ts";
import { inUse } from "../../errors.ts";

const SLUG = "^[a-z0-9]+(?:-[a-z0-9]+)*$";

const notifyBuyers: TableActionDefinition = {
  name: "notify_buyers",
  formerName: "tell_buyers",
  title: "Notify buyers",
  description:
    "Mails the buyers of this product who asked for news and bought before its newest PDF. Each is notified once for a version.",
  sendsMail: true,
  when: { file_url: { notIn: [null] } },
  async run(deps, { row, author }) {
    const productId = Number(row["product_id"]);
    const fileId = Number(row["file_id"]);
    return { notified: await queueNewVersion(deps, { productId, fileId, author }) };
  },
};

const productRules: WriteRules = {
  checks: [
    { columns: ["type", "billing_period"], find: findPeriodProblem },
    { columns: ["price", "currency"], find: findPriceProblem },
    { columns: ["type", "upgrades_from_id"], find: findUpgradeProblem },
    textCheck("description", findMarkdownFault),
  ],

  findFileProblems(db, { images, sample }) {
    const faults = Array.isArray(images) ? images.map((path) => findPictureFault(db, path)) : [];
    const fault = faults.find((each) => each !== undefined);
    return {
      ...(fault !== undefined && { images: fault }),
      ...fileCheck("sample", findSampleFault)(db, { sample: sample ?? null }),
    };
  },

  mayRemove(tx, { id }) {
    const { firstOfferId, secondOfferId, lastOfferId } = settings;
    const isOffered = or(...[firstOfferId, secondOfferId, lastOfferId].map((each) => eq(each, id)));
    if (tx.select({ id: settings.id }).from(settings).where(isOffered).get()) {
      throw inUse(texts.productOffered);
    }
    const ordered = eq(orderItems.productId, id);
    if (tx.select({ id: orderItems.id }).from(orderItems).where(ordered).limit(1).get()) {
      throw inUse(texts.productOrdered);
    }
    const held = eq(productFiles.productId, id);
    if (tx.select({ id: productFiles.id }).from(productFiles).where(held).limit(1).get()) {
      throw inUse(texts.productHasFiles);
    }
  },
};

export const catalogueTables = [
  defineTable(products, {
    title: "Products",
    description: "Products for sale. Changes appear on the landing page at once.",
    group: "selling",
    label: "name",
    views: [
      { title: "On sale", filters: { active: "true" } },
      { title: "Not on sale", filters: { active: "false" } },
    ],
    write: productRules,
    search: {
      facts: ({ price, currency }) => [formatAmount(Number(price), String(currency), ENGLISH)],
    },
    actions: [
      linkAction(
        { path: "/products/{slug}", opensCheckout: true },
        { when: { active: { in: [true] } } },
      ),
    ],
    columns: {
      name: { minLength: 2, maxLength: 100, pattern: ONE_LINE },
      slug: {
        code: true,
        title: "Short name",
        description:
          "Lowercase letters, digits and hyphens. Part of file names, and of the address of the product's page: /products/premium-pack. With “?buy” after it, a link opens the checkout. Earlier addresses still work.",
        maxLength: 80,
        pattern: SLUG,
      },
      description: {
        description:
          "The text before the first heading (“## ”) or list (“- ”) is shown on cards and offers, the whole on the product's page. You can also write **bold** and [a link](/contact) (Markdown).",
        maxLength: 4000,
        multiline: true,
        widget: "markdown",
        rows: 8,
      },
      price: {
        ...MONEY,
        minimum: 0,
        maximum: 10_000_000,
      },
      currency: { format: "currency" },
      list_price: {
        ...MONEY,
        description: "Shown struck through.",
        minimum: 0,
        maximum: 10_000_000,
      },
      images: {
        description: "Uploaded pictures. The first is the fallback picture.",
        widget: "media",
        default: [],
      },
      type: { default: "digital" },
      billing_period: { description: "For subscriptions only." },
      features: { description: "In the order shown.", default: [] },
      badge: { maxLength: 40 },
      active: { title: "On sale" },
      position: { description: "Smaller numbers are shown first.", minimum: 0, maximum: 10_000 },
      upgrades_from_id: {
        title: "Upgrade from",
        reference: "products",
        description:
          "Buyers of that product pay the difference: what they paid for it is credited once. Refunding the upgrade returns its price and ends it; the first purchase can be refunded only afterwards.",
      },
      licence: {
        title: "License",
        enumNames: ["Personal", "Classroom"],
        description:
          "What a buyer may do. The terms are texts (Content, Checkout). Orders keep the license they were bought with.",
      },
      on_landing: {
        title: "On the landing page",
        description: "Off: sold only on its own page, in the account and after a purchase.",
      },
      sample: {
        title: "Sample",
        description: "A PDF that visitors can open without buying.",
        widget: "file",
        format: "url",
      },
      sample_downloads: {
        title: "Sample downloads",
        description: "How often the sample was opened. A visitor counts once in ten minutes.",
        sql: `(SELECT coalesce(sum(sample_downloads.count), 0) FROM sample_downloads
          WHERE sample_downloads.product_id = products.id)`,
        kind: "integer",
        readOnly: true,
      },
    },
  }),
  defineTable(productFiles, {
    title: "Product files",
    description: "The PDFs of each product. Past buyers get new files too.",
    group: "selling",
    label: "title",
    write: productFileRules,
    from: `product_files
      JOIN files ON files.id = product_files.file_id
      LEFT JOIN file_versions ON file_versions.id = files.current_version_id`,
    columns: {
      product_id: { title: "Product", reference: "products", createOnly: true },
      title: {
        sql: "files.title",
        required: true,
        minLength: 2,
        maxLength: 120,
        pattern: ONE_LINE,
      },
      paper: { sql: "files.paper", description: "The paper size it is made for.", enum: PAPERS },
      file_url: {
        title: "PDF",
        description: "An uploaded PDF.",
        sql: `CASE WHEN file_versions.sha256 IS NULL THEN NULL
          ELSE '/uploads/' || file_versions.sha256 || '/' || files.slug || '.pdf' END`,
        widget: "file",
        format: "url",
        facts: { pages: "pages", bytes: "bytes" },
        required: true,
      },
      pages: { sql: "file_versions.pages", kind: "integer", readOnly: true },
      bytes: { sql: "file_versions.bytes", kind: "integer", readOnly: true },
      file_id: { title: "File", readOnly: true },
      position: { description: "Smaller numbers come first.", minimum: 0, maximum: 10_000 },
    },
    actions: [notifyBuyers],
  }),
];

function findPeriodProblem({ type, billing_period: period }: RowValues): Record<string, string> {
  if (type === "subscription")
    return period === null ? { billing_period: texts.periodMissing } : {};
  return period === null ? {} : { billing_period: texts.periodOfDigital };
}

function findPriceProblem(row: RowValues): Record<string, string> {
  const currency = String(row["currency"]);
  const fault = findPriceFault(Number(row["price"]), currency);
  switch (fault?.kind) {
    case undefined:
      return {};
    case "currency":
      return { currency: texts.priceCurrency };
    case "step":
      return { price: texts.priceStep(formatMoney(fault.step, currency, ENGLISH)) };
    case "least":
      return { price: texts.priceLeast(formatMoney(fault.least, currency, ENGLISH)) };
  }
}

function findUpgradeProblem(row: RowValues): Record<string, string> {
  const from = row["upgrades_from_id"];
  if (from === null || from === undefined) return {};
  if (row["type"] === "subscription") return { upgrades_from_id: texts.upgradeOfSubscription };
  return from === row["id"] ? { upgrades_from_id: texts.upgradeOfItself } : {};
}
