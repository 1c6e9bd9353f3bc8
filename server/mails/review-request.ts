import { formatDay } from "../contract/format.ts";
import { reviewMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { isWanted, stopUrl } from "../domain/mails/mail-preferences.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { asksForReviews } from "../domain/orders/review-requests.ts";
import { hasReview, reviewedProducts, reviewUrl } from "../domain/orders/reviews.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf } from "./words.ts";

/**
 * Asks a buyer for a review, unless there is nothing to review any more, the buyer wants no requests,
 * or the owner has closed the shop or switched requests off.
 */
export const reviewRequest = defineMail("review_request", {
  gather(deps, { orderId, recipient: email }) {
    const order = findOrderById(deps.db, orderId);
    const audience = { email, topic: "reviews" } as const;
    if (order?.email !== email || !isWanted(deps.db, audience)) return undefined;
    if (!asksForReviews(deps) || hasReview(deps.db, orderId)) return undefined;
    const products = reviewedProducts(deps.db, order);
    if (products.length === 0) return undefined;
    return {
      ...orderFrame(deps, order),
      customerName: order.customerName,
      boughtAt: order.paidAt ?? order.createdAt,
      products,
      reviewUrl: reviewUrl(deps, order),
      stopUrl: stopUrl(deps, audience),
    };
  },
  compose: ({ customerName, boughtAt, products, reviewUrl: url, stopUrl: stop, ...mail }) => ({
    subject: fill(words.subject, { product: products[0] ?? "" }),
    preview: words.preview,
    title: words.title,
    blocks: [
      fill(words.intro, {
        greeting: greetingOf(customerName),
        day: formatDay(boughtAt, mail.timeZone),
      }),
      { lines: products },
      words.text,
      { button: words.button, url },
      { small: fill(words.use, { number: mail.orderNumber }) },
    ],
    stopUrl: stop,
  }),
});
