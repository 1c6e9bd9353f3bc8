import { messages } from "../../server/contract/messages.ts";
import { fill } from "../../server/contract/words.ts";
import type { CurrentUser } from "../../server/contract/sign-in.ts";
import {
  type AnswerTexts,
  ApiError,
  isJson,
  NO_NETWORK,
  pageTexts,
  readAnswer,
  readStrictly,
} from "./answer.ts";
import { fieldsOf } from "./read-fields.ts";
import { calls } from "./typed-client.ts";

const codeTexts = (): AnswerTexts => ({ ...pageTexts, failed: messages.codeInvalid });
const always = (text: string): AnswerTexts => ({ network: text, notJson: text, failed: text });

/** Client of the calls about sign-ins. They reject with an ApiError as those of the shop. */
export function createSignInApi(api: typeof calls) {
  return {
    /** Returns the signed-in user, or null. */
    async findUser(): Promise<CurrentUser | null> {
      const answer = await api.users.me.$get().catch(() => {
        throw new ApiError(messages.network, { code: NO_NETWORK });
      });
      // Widen the type: the typed client declares only status 200.
      const status: number = answer.status;
      // A 401 that is not JSON comes from a captive portal.
      if (status === 401 && isJson(answer)) return null;
      return readAnswer(Promise.resolve(answer), always(fill(messages.userFailed, { status })));
    },

    sendCode: (email: string) =>
      readStrictly(api["send-otp"].$post({ json: { email } }), always(messages.codeNotSent)),

    /** Emails a code if the address has orders. The response does not reveal whether it has any. */
    findOrders: (email: string) =>
      readStrictly(api.orders.find.$post({ json: { email } }), always(messages.codeNotSent)),

    verifyCode: (email: string, otp: string): Promise<{ user: CurrentUser }> =>
      readStrictly(api["verify-otp"].$post({ json: { email, otp } }), codeTexts()),

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

export type SignInApi = ReturnType<typeof createSignInApi>;

export const signInApi: SignInApi = createSignInApi(calls);
