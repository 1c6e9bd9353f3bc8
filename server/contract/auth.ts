import { z } from "zod";
import { emailAddress } from "./checkout.ts";
import { messages } from "./messages.ts";

export const CODE_LENGTH = 6;

export const sendCodeRequest = z.object({ email: emailAddress });

export const verifyCodeRequest = z.object({
  email: emailAddress,
  // Longer than any code: a text that is none is a wrong code, not a wrong request.
  otp: z.string().trim().min(1, messages.codeMissing).max(100, messages.codeInvalid),
});

/** The signed-in user, as the account and the guards need it. */
export type CurrentUser = { id: number; email: string; name: string | null; isAdmin: boolean };
