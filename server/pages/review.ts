import type { ReviewProblems, ReviewStart, ReviewValues } from "../contract/review.ts";
import { openReviewLink, type ReviewLink } from "../domain/orders/reviews.ts";
import { type PageLoad, personalVisitOf } from "./page-load.ts";

/** Loads the page of a review link. It changes nothing, because mail scanners open links. */
export function loadReview(load: PageLoad): ReviewStart {
  const { posted } = personalVisitOf(load);
  return posted?.review ?? reviewStart(openReviewLink(load.deps, load.search["token"] ?? ""));
}

type Draft = { values: ReviewValues; problems: ReviewProblems };

/** Returns the step of a review link. A rejected form is shown again with its values. */
export function reviewStart(link: ReviewLink, draft?: Draft): ReviewStart {
  if (link.state === "sent") return { step: "sent", review: link.review };
  if (link.state !== "open") return { step: link.state };
  const [name = ""] = (link.order.customerName ?? "").trim().split(/\s/);
  const values = { stars: "", text: "", name, consent: "" };
  const { products } = link;
  return { step: "form", products, values, problems: {}, error: null, ...draft };
}
