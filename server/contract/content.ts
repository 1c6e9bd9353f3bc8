/** Slug of the page that is shown only once the seller has a name. */
export const IMPRINT_SLUG = "imprint";

/** Slugs of the legal pages, which the owner can neither delete nor rename. */
export const LEGAL_SLUGS = [
  "privacy",
  "terms",
  "refund",
  IMPRINT_SLUG,
  "accessibility",
  "withdrawal-form",
] as const;

/** Background gradients for the picture of a testimonial. */
export const GRADIENTS = ["sun", "sky", "teal", "line"] as const;

/**
 * First path segments that the shop serves itself, with the name of their page. The owner's pages
 * cannot use them as slugs.
 */
export const RESERVED_SLUGS: Readonly<Record<string, string>> = {
  account: "the customer's account",
  admin: "the admin",
  api: "the shop's interface",
  "app-shell": "the installed app",
  assets: "the shop's program files",
  auth: "signing in",
  busy: "the busy page",
  checkout: "the checkout",
  closed: "the page of a closed shop",
  contact: "the contact form",
  demo: "the demo",
  downsell: "an offer after the checkout",
  faq: "the questions on the landing page",
  files: "the download of files",
  login: "signing in",
  mails: "the page that stops mails",
  offline: "the page for visitors without a connection",
  orders: "finding and reviewing an order",
  pictures: "the shop's pictures",
  pricing: "the prices on the landing page",
  products: "the pages of the products",
  samples: "the samples of the products",
  screenshots: "the pictures of the installed app",
  upsell: "an offer after the checkout",
  upsell2: "an offer after the checkout",
  uploads: "uploaded files",
  withdraw: "the withdrawal from a contract",
};

/** Longest Markdown text that is stored or rendered, in characters. */
export const MAX_MARKDOWN = 60_000;

/** Texts about the placeholder creator; shown outside the demo once all of them are replaced. */
export const INVENTED_TEXTS = [
  "creator.heading",
  "creator.paragraphs.0",
  "creator.paragraphs.1",
  "creator.paragraphs.2",
  "creator.signature",
];

/** A customer's testimonial. `image` and `gradient` are empty if not set. */
export type Testimonial = {
  id: number;
  text: string;
  author: string;
  role: string;
  image: string;
  gradient: string;
  stars?: number;
  /** Set when a buyer sent this text and these stars. */
  verified?: true;
};

/** A frequently asked question. `answer` is stored as Markdown and shown as HTML. */
export type Faq = { id: number; question: string; answer: string };

/** Some rows of a list in display order; `more` is whether other rows follow. */
export type Batch<Row> = { rows: Row[]; more: boolean };

/** A stored text page. `body` is Markdown, `updatedOn` a date as YYYY-MM-DD or empty. */
export type TextPage = {
  slug: string;
  title: string;
  body: string;
  updatedOn: string;
  linked: boolean;
};

/** A text page to show. */
export type ShownPage = {
  title: string;
  /** First paragraph without markup, for search engines. */
  summary: string;
  /** HTML without scripts, rendered from the owner's Markdown. */
  html: string;
  /** Sections, each with the id of its anchor. */
  sections: { id: string; heading: string }[];
  /** Date as YYYY-MM-DD; empty if the page shows none. */
  updatedOn: string;
};
