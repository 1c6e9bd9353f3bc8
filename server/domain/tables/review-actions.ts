import { decideReview } from "../orders/reviews.ts";
import type { TableActionDefinition } from "./table-action.ts";

const when = { undecided: { in: [true] }, active: { in: [false] } };

/** Actions on a review that waits for the owner's decision. */
export const reviewActions: TableActionDefinition[] = [
  {
    name: "show_review",
    title: "Show",
    description: "Shows the review on the landing page, with its stars and “Bought here”.",
    when,
    run: (_deps, { row, author }) =>
      author.write((tx) => decideReview(tx, { id: row.id, isShown: true, author })),
  },
  {
    name: "hide_review",
    title: "Keep hidden",
    description: "Removes it from “Needs attention”. You can show it later.",
    when,
    run: (_deps, { row, author }) =>
      author.write((tx) => decideReview(tx, { id: row.id, isShown: false, author })),
  },
];
