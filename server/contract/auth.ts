import { z } from "zod";
import { emailAddress } from "./fields.ts";
import { messages, signInMessages } from "./messages.ts";

export const sendCodeRequest = z.object({ email: emailAddress });

export const verifyCodeRequest = z.object({
  email: emailAddress,
  // Longer than any code: a text that is none is a wrong code, not a wrong request.
  otp: z
    .string(signInMessages.codeMissing)
    .trim()
    .min(1, signInMessages.codeMissing)
    .max(100, messages.codeInvalid),
});

/** The signed-in user, as the account and the guards need it. */
export type CurrentUser = { id: number; email: string; name: string | null; isAdmin: boolean };

/** What the external login brought back: the code, and the attempt that it belongs to. */
export const sessionRequest = z.object({
  code: z.string().min(1).max(2000),
  /** Names the attempt; without it the newest one of this browser is meant. */
  state: z.string().min(1).max(200).optional(),
});

/** One browser that is signed in. Times are ISO 8601 UTC; null as in `store.ts`. */
export type SessionInfo = {
  id: number;
  /** Whether it is the browser that asks. */
  current: boolean;
  /** Which browser on what, as far as it says so: "Firefox on Windows". */
  device: string;
  createdAt: string | null;
  lastUsedAt: string | null;
};
