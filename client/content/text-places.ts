import { appWords } from "../../server/contract/app-words.ts";
import { contactWording } from "../../server/contract/contact.ts";
import { formWords } from "../../server/contract/form-words.ts";
import { agreementWords } from "../../server/contract/legal-words.ts";
import { licenceWords } from "../../server/contract/licences.ts";
import { messages, orderMessages, payMessages } from "../../server/contract/messages.ts";
import { emailChangeRefusals } from "../../server/contract/email-change.ts";
import { buyerRefusals, checkoutRefusals } from "../../server/contract/refusals.ts";
import type { SectionName } from "../../server/contract/sections.ts";
import { sellerWords } from "../../server/contract/seller.ts";
import { signInMessages } from "../../server/contract/sign-in.ts";
import { unitWords } from "../../server/contract/format.ts";
import { taxWords } from "../../server/contract/tax.ts";
import { reviewFields } from "../../server/contract/review.ts";
import { withdrawFields } from "../../server/contract/withdraw.ts";
import { accountWords, accountOfflineWords } from "./account.ts";
import { accountDataWords, deletionWords } from "./account-data.ts";
import { checkoutWords } from "./checkout.ts";
import { consentWords } from "./consent.ts";
import { contactWords, supportWords } from "./contact.ts";
import { funnelWords } from "./funnel.ts";
import { galleryWords } from "./gallery.ts";
import { creatorWords, faqWords, landingWords, moreWords } from "./landing-packs.ts";
import { landingSectionWords } from "./landing-sections.ts";
import { MAIL_GROUPS } from "./mail-places.ts";
import { mailStopWords, newsWords } from "./mails.ts";
import { callbackWords, findWords, loginWords } from "./login.ts";
import { frameWords, pageWords, sharingWords, shellWords } from "./pages.ts";
import { emailWords, fileWords, offeredWords, updateWords } from "./parts.ts";
import { payWords } from "./pay.ts";
import { cancelWords, framedWords } from "./unpaid.ts";
import { productWords } from "./product.ts";
import { reviewChoiceWords, reviewWords } from "./review.ts";
import { receiptWords } from "./receipt.ts";
import { testimonialWords } from "./testimonials.ts";
import { textPageWords } from "./text-page.ts";
import {
  busyWords,
  closedPageWords,
  fileNotFoundWords,
  filesAwayWords,
  notFoundWords,
  offlinePageWords,
} from "./unavailable.ts";
import { withdrawWords } from "./withdraw.ts";

/** Texts shown together, such as on the page with route `path` or in mails of kind `mail`. */
export type TextGroup = {
  title: string;
  /** Results of `defineWords`, or parts of them. Texts listed by an earlier group are skipped. */
  words: readonly object[];
  path?: string;
  mail?: string;
  /** Whether the texts are placeholders about a fictional person. */
  placeholder?: true;
  /** Section of the landing page with these texts. */
  section?: SectionName;
  /** Table whose rows the page shows; they are edited with the texts. */
  rows?: "faqs" | "pages" | "testimonials";
  /** Titles of pictures that the owner may replace, by their name in the picture manifest. */
  pictures?: Readonly<Record<string, string>>;
};

export type TextPlace = { title: string; groups: readonly TextGroup[] };

const story = landingSectionWords;
const PAGES_OF_PACK = 4;

/** All texts that the owner may replace, in the order of the Content screen. */
export const TEXT_PLACES: readonly TextPlace[] = [
  {
    title: "Landing page",
    groups: [
      {
        title: "Top of the page",
        path: "/",
        section: "hero",
        words: [story.hero],
        pictures: {
          "premium-pack": "Sheet in front",
          "hero-letter": "Left sheet",
          "hero-count": "Right sheet",
        },
      },
      {
        title: "Problems",
        path: "/",
        section: "pain-points",
        words: [story.painPoints],
        pictures: { week: "Pages of a week" },
      },
      {
        title: "Reasons",
        path: "/",
        section: "why-choose",
        words: [story.whyChoose],
        pictures: { "plan-page": "Page with numbers" },
      },
      {
        title: "Topics",
        path: "/",
        section: "what-learn",
        words: [story.whatLearn],
        pictures: numbered("Topic", [
          "learn-letters",
          "learn-create",
          "learn-math",
          "learn-seasons",
          "learn-nature",
          "learn-life",
        ]),
      },
      {
        title: "Contents",
        path: "/",
        section: "whats-included",
        words: [story.whatsIncluded],
        pictures: {
          months: "Covers of the months",
          ...numbered("Book", [
            "cover-montessori",
            "cover-puzzles",
            "cover-mazes",
            "cover-anatomy",
          ]),
        },
      },
      { title: "Steps", path: "/", section: "how-it-works", words: [story.howItWorks] },
      {
        title: "Packs and countdown",
        path: "/",
        section: "pricing",
        words: [landingWords, galleryWords, taxWords],
        pictures: { ...packPictures("Premium Pack"), ...packPictures("Advanced Pack") },
      },
      {
        title: "Bonus",
        path: "/",
        section: "bonuses",
        words: [story.bonuses],
        pictures: { "anatomy-bonus-table": "Bonus book" },
      },
      {
        title: "Testimonials",
        path: "/",
        section: "testimonials",
        rows: "testimonials",
        words: [testimonialWords],
      },
      {
        title: "Creator",
        path: "/",
        section: "about-creator",
        words: [creatorWords],
        placeholder: true,
        pictures: { author: "Portrait" },
      },
      { title: "Questions", path: "/", section: "faq", rows: "faqs", words: [faqWords, moreWords] },
      { title: "End of the page", path: "/", section: "final-cta", words: [story.closing] },
      { title: "Search engines and link previews", path: "/", words: [sharingWords] },
    ],
  },
  {
    title: "Product pages",
    groups: [{ title: "Product page", path: "/products/:id", words: [productWords] }],
  },
  {
    title: "Offers",
    groups: [
      { title: "First offer", path: "/upsell/:id", words: [funnelWords.upsell] },
      { title: "Second offer", path: "/upsell2", words: [funnelWords.upsell2] },
      { title: "Last offer", path: "/downsell", words: [funnelWords.downsell] },
      {
        title: "All offers",
        path: "/upsell2",
        words: [funnelWords],
        pictures: {
          ...packPictures("Dinosaur Busy Book"),
          ...packPictures("Color Workbook"),
          ...packPictures("Color Workbook for Kids"),
          ...packPictures("Printables Club"),
        },
      },
    ],
  },
  {
    title: "Checkout",
    groups: [
      {
        title: "Purchase",
        path: "/checkout/success",
        words: [checkoutWords, fileWords, sellerWords],
      },
      { title: "Choice to be asked", path: "/checkout/success", words: [reviewChoiceWords] },
      { title: "Review", path: "/orders/review", words: [reviewWords, reviewFields] },
      { title: "Licenses", path: "/checkout/success", words: [licenceWords] },
      { title: "Cancelled payment", path: "/checkout/cancel", words: [cancelWords] },
      { title: "Failed checkout", path: "/checkout/error", words: [payWords] },
      { title: "Checkout inside another page", path: "/checkout/start", words: [framedWords] },
    ],
  },
  {
    title: "Account",
    groups: [
      { title: "Account", path: "/account", words: [accountWords] },
      { title: "Receipt", path: "/account/orders/:id", words: [receiptWords] },
      { title: "Your data", path: "/account", words: [accountDataWords] },
      { title: "Deletion of the account", path: "/account/delete", words: [deletionWords] },
      { title: "News about files", path: "/account", words: [newsWords] },
      { title: "More for you", path: "/account", words: [offeredWords] },
      { title: "Counts and periods", path: "/account", words: [unitWords] },
      {
        title: "Saved files and app",
        path: "/account",
        words: [accountOfflineWords, updateWords],
      },
      { title: "Sign-in", path: "/login", words: [loginWords, emailWords] },
      { title: "Stopping mails", path: "/mails/stop", words: [mailStopWords] },
      { title: "Finding an order", path: "/orders/find", words: [findWords] },
      { title: "Sign-in window", path: "/auth/callback", words: [callbackWords] },
    ],
  },
  {
    title: "Legal pages",
    groups: [
      {
        title: "Legal and other pages",
        path: "/privacy",
        rows: "pages",
        words: [textPageWords],
      },
      { title: "Withdrawal", path: "/withdraw", words: [withdrawWords, withdrawFields] },
      { title: "Consent on the payment page", path: "/terms", words: [agreementWords] },
    ],
  },
  {
    title: "Other pages",
    groups: [
      { title: "Header and footer", path: "/contact", words: [frameWords] },
      {
        title: "Contact",
        path: "/contact",
        words: [contactWords, contactWording, formWords, supportWords],
      },
      {
        title: "Errors",
        path: "/checkout/error",
        words: [
          messages,
          payMessages,
          orderMessages,
          signInMessages,
          buyerRefusals,
          emailChangeRefusals,
          checkoutRefusals,
        ],
      },
      { title: "Consent to analytics and marketing", path: "/contact", words: [consentWords] },
      { title: "Page not found", path: "/nowhere", words: [pageWords, notFoundWords] },
      { title: "Expired file link", path: "/files/none", words: [fileNotFoundWords] },
      { title: "Closed shop", path: "/closed", words: [closedPageWords] },
      { title: "Many visitors", path: "/busy", words: [busyWords] },
      { title: "Files not available", path: "/busy/files", words: [filesAwayWords] },
      { title: "Offline", path: "/offline", words: [offlinePageWords] },
      { title: "Installed app", path: "/app-shell", words: [shellWords, appWords] },
    ],
  },
  { title: "Mails", groups: MAIL_GROUPS },
];

function numbered(title: string, pictures: readonly string[]): Record<string, string> {
  return Object.fromEntries(pictures.map((picture, at) => [picture, `${title} ${at + 1}`]));
}

/** Returns the titles of a pack's built-in pictures, by name: the cover and the first pages. */
function packPictures(pack: string): Record<string, string> {
  const slug = pack.toLowerCase().replaceAll(" ", "-");
  const pages = Array.from({ length: PAGES_OF_PACK }, (_, at) => `${slug}-page-${at + 1}`);
  return { [`${slug}-table`]: `${pack}: cover`, ...numbered(`${pack}: page`, pages) };
}
