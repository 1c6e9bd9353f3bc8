import { z } from "zod";
import { emailAddress } from "./fields.ts";
import { messages, signInMessages } from "./messages.ts";

export const sendCodeRequest = z.object({ email: emailAddress });

export const verifyCodeRequest = z.object({
  email: emailAddress,
  // Longer than any code, so that other text is a wrong code and not a malformed request.
  otp: z
    .string(signInMessages.codeMissing)
    .trim()
    .min(1, signInMessages.codeMissing)
    .max(100, messages.codeInvalid),
});

export type CurrentUser = { id: number; email: string; name: string | null; isAdmin: boolean };

/** Result of an external login: the code, and the state of its attempt. */
export const sessionRequest = z.object({
  code: z.string().min(1).max(2000),
  /** State of the attempt; defaults to the newest attempt of this browser. */
  state: z.string().min(1).max(200).optional(),
});

/** A signed-in browser. Times are ISO 8601 UTC; null as in `store.ts`. */
export type SessionInfo = {
  id: number;
  /** Whether this is the requesting browser. */
  current: boolean;
  /** Browser and operating system, from the user agent: "Firefox on Windows". */
  device: string;
  createdAt: string | null;
  lastUsedAt: string | null;
};
