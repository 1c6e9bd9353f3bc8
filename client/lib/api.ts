import type {
  AddressAnswer,
  CheckoutAnswer,
  CheckoutRequest,
} from "../../server/contract/checkout.ts";
import type { CurrentUser } from "../../server/contract/sign-in.ts";
import type { Batch, Faq, Testimonial } from "../../server/contract/content.ts";
import type { ContactRequest, FormAnswer } from "../../server/contract/contact.ts";
import { messages } from "../../server/contract/messages.ts";
import { type PageDataAnswer, Redirect } from "../../server/contract/pages.ts";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import {
  type AnswerTexts,
  ApiError,
  isJson,
  type JsonResponse,
  NO_NETWORK,
  readAnswer,
  readStrictly,
} from "./answer.ts";
import { fieldsOf, textOf, textsOf } from "./read-fields.ts";
import { calls } from "./typed-client.ts";

const texts = (network: string, notJson: string, failed: string): AnswerTexts => ({
  network,
  notJson,
  failed,
});
const { network, checkoutInvalidFormat, unexpected } = messages;
const pageTexts = texts(network, checkoutInvalidFormat, unexpected);
const checkoutTexts = texts(unexpected, checkoutInvalidFormat, messages.checkoutFailed);
const codeTexts = texts(network, checkoutInvalidFormat, messages.codeInvalid);
const always = (text: string) => texts(text, text, text);

/**
 * Client of the public API. Each call resolves with the response body, or rejects with an ApiError
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

    /** Returns the purchase of a checkout session. Rejects with a reason when it is not paid. */
    getPurchase: (sessionId: string): Promise<PurchaseDetail> =>
      readAnswer(api.products["purchase-detail"].$get({ query: { sessionId } }), pageTexts),

    createCheckout(json: CheckoutRequest, idempotencyKey: string): Promise<CheckoutAnswer> {
      const headers = { "Idempotency-Key": idempotencyKey };
      return readAnswer(api["create-checkout-session"].$post({ json }, { headers }), checkoutTexts);
    },

    /** Emails the files of a purchase to the buyer again. */
    resendFiles: (sessionId: string) =>
      readAnswer(api.orders.resend.$post({ json: { sessionId } }), pageTexts),

    /** Stores the record of a purchased subscription. Idempotent. */
    saveSubscription: (sessionId: string) =>
      readAnswer(api.subscriptions.$post({ json: { sessionId } }), pageTexts),

    /** Changes the email address of a purchase. Only the browser that paid is allowed to. */
    async correctEmail(sessionId: string, email: string): Promise<AddressAnswer> {
      const request = api.orders.address.$post({ json: { sessionId, email } });
      const { customerEmail, alsoMoved } = fieldsOf(await readAnswer(request, pageTexts));
      return { customerEmail: textOf(customerEmail, email), alsoMoved: textsOf(alsoMoved) };
    },

    submitContact: (json: ContactRequest): Promise<FormAnswer> =>
      readAnswer(api.forms.submit.$post({ json }), pageTexts),

    /** Returns the signed-in user, or null. */
    async findUser(): Promise<CurrentUser | null> {
      const answer = await api.users.me.$get().catch(() => {
        throw new ApiError(messages.network, { code: NO_NETWORK });
      });
      // Widen the type: the typed client declares only status 200.
      const status: number = answer.status;
      // A 401 that is not JSON comes from a captive portal.
      if (status === 401 && isJson(answer)) return null;
      return readAnswer(Promise.resolve(answer), always(messages.userFailed(status)));
    },

    sendCode: (email: string) =>
      readStrictly(api["send-otp"].$post({ json: { email } }), always(messages.codeNotSent)),

    /** Emails a code if the address has orders. The response does not reveal whether it has any. */
    findOrders: (email: string) =>
      readStrictly(api.orders.find.$post({ json: { email } }), always(messages.codeNotSent)),

    verifyCode: (email: string, otp: string): Promise<{ user: CurrentUser }> =>
      readStrictly(api["verify-otp"].$post({ json: { email, otp } }), codeTexts),

    /** Returns the authorization URL of the external login (OAuth). */
    async getLoginUrl(provider: string, originUrl: string): Promise<{ redirectUrl: string }> {
      const question = { param: { provider }, query: { originUrl } };
      const request = api.oauth[":provider"].redirect_url.$get(question);
      const { redirectUrl } = fieldsOf(await readAnswer(request, pageTexts));
      if (typeof redirectUrl !== "string") throw new ApiError(messages.checkoutInvalidFormat);
      return { redirectUrl };
    },

    /** Signs in with the authorization code of the external login. */
    exchangeCode(code: string, state: string | null): Promise<{ user: CurrentUser }> {
      const json = { code, ...(state !== null && { state }) };
      return readAnswer(api.sessions.$post({ json }), pageTexts);
    },

    /** Ends this session; `keepalive` lets the request finish after the page is closed. */
    logout: (signal?: AbortSignal) =>
      readAnswer(api.logout.$get({}, { init: { signal, keepalive: true } }), pageTexts),

    async endSession(id: number): Promise<void> {
      await readAnswer(api.sessions[":id"].$delete({ param: { id: String(id) } }), pageTexts);
    },

    /** Ends all sessions of the user, including this one. */
    async endAllSessions(): Promise<void> {
      await readAnswer(api.sessions.$delete(), pageTexts);
    },
  };
}

export type Api = ReturnType<typeof createApi>;

export const api: Api = createApi(calls);
