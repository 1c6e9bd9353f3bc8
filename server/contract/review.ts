import { findProblems, type FormDefinition, ONE_LINE, postedText } from "./field-validation.ts";
import { visitorWording } from "./form-words.ts";
import { defineWords } from "./words.ts";

/** Page of the link in the mail that asks for a review. */
export const REVIEW_PATH = "/orders/review";

/** Numbers of stars, the best first. */
export const STARS = [5, 4, 3, 2, 1] as const;

type ReviewField = "stars" | "text" | "name" | "consent";
/** Values as posted. */
export type ReviewValues = Record<ReviewField, string>;
export type ReviewProblems = Partial<Record<ReviewField, string>>;

export type SentReview = { stars: number; text: string; name: string };

/**
 * Step of the review page. `invalid`: an incomplete link; `closed`: the order was refunded, withdrawn
 * from or disputed, or the link is too old.
 */
export type ReviewStart =
  | { step: "invalid" | "closed" }
  | {
      step: "form";
      products: readonly string[];
      values: ReviewValues;
      problems: ReviewProblems;
      error: "busy" | "failed" | null;
    }
  | { step: "sent"; review: SentReview };

export const reviewFields = defineWords("reviewForm", {
  stars: "Your rating",
  text: "Your review",
  name: "Your name",
  consent: "Your consent",
});

const reviewForm: FormDefinition<ReviewField> = {
  title: "Review",
  titles: reviewFields,
  wording: visitorWording,
  properties: {
    stars: { type: "string", title: "Your rating", enum: STARS.map(String) },
    text: { type: "string", title: "Your review", maxLength: 400 },
    name: { type: "string", title: "Your name", maxLength: 80, pattern: ONE_LINE },
    consent: { type: "string", title: "Your consent", enum: ["1"] },
  },
  required: ["stars", "text", "name", "consent"],
};

/** Characters without width, and those that reverse the text after them. Emoji need other ones. */
const HIDDEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Parses the posted form: its values and their problems. The text becomes one line; it and the name
 * lose hidden characters.
 */
export function readReview(texts: Record<string, string>): {
  values: ReviewValues;
  problems: ReviewProblems;
} {
  const values = {
    stars: postedText(texts, "stars"),
    text: visibleText(texts, "text").replaceAll(/[\s\p{Cc}]+/gu, " "),
    name: visibleText(texts, "name"),
    consent: postedText(texts, "consent"),
  };
  return { values, problems: findProblems(reviewForm, values) };
}

function visibleText(texts: Record<string, string>, name: ReviewField): string {
  return postedText(texts, name).replaceAll(HIDDEN, "").trim();
}
