import type { CheckoutAnswer, CheckoutRequest } from "../../server/contract/checkout.ts";
import type { Batch, Faq, Testimonial } from "../../server/contract/content.ts";
import type { ContactRequest, FormAnswer } from "../../server/contract/contact.ts";
import { messages } from "../../server/contract/messages.ts";
import { type PageDataAnswer, Redirect } from "../../server/contract/pages.ts";
import { type JsonResponse, pageTexts, readAnswer } from "./answer.ts";
import { calls } from "./typed-client.ts";

const checkoutTexts = () => ({
  network: messages.unexpected,
  notJson: messages.checkoutInvalidFormat,
  failed: messages.checkoutFailed,
});

/**
 * Client of the calls of the shop. Each call resolves with the response body, or rejects with an ApiError
 * whose message can be shown to the visitor.
 */
export function createApi(api: typeof calls) {
  return {
    /** Returns the data of a page; `url` is its path and query. Rejects with `Redirect`, too. */
    async loadPage(url: string): Promise<unknown> {
      // The browser's cache may hold the page's document under the same URL.
      const init = { headers: { Accept: "application/json" }, cache: "no-store" } as const;
      const request: Promise<JsonResponse<PageDataAnswer>> = fetch(url, init);
      const answer = await readAnswer(request, pageTexts);
      if ("location" in answer) throw new Redirect(answer.location);
      return answer.data;
    },

    /** Returns the testimonials after the given id. */
    listTestimonials: (after: number): Promise<Batch<Testimonial>> =>
      readAnswer(api.testimonials.$get({ query: { after: String(after) } }), pageTexts),

    /** Returns the questions after the given id. */
    listFaqs: (after: number): Promise<Batch<Faq>> =>
      readAnswer(api.faqs.$get({ query: { after: String(after) } }), pageTexts),

    createCheckout(json: CheckoutRequest, idempotencyKey: string): Promise<CheckoutAnswer> {
      const headers = { "Idempotency-Key": idempotencyKey };
      return readAnswer(
        api["create-checkout-session"].$post({ json }, { headers }),
        checkoutTexts(),
      );
    },

    submitContact: (json: ContactRequest): Promise<FormAnswer> =>
      readAnswer(api.forms.submit.$post({ json }), pageTexts),
  };
}

export type Api = ReturnType<typeof createApi>;

export const api: Api = createApi(calls);
