import { definePage } from "../app/page.ts";
import { reviewWords } from "../content/review.ts";
import { ReviewPage } from "../features/mail/review-page.tsx";

export const page = definePage<"/orders/review">({
  facts: { title: () => reviewWords.title, personal: true, untracked: true },
  frame: "site",
  show: (start) => <ReviewPage start={start} />,
});
