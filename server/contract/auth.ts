import { z } from "zod";
import { emailAddress } from "./fields.ts";
import { messages, signInMessages } from "./messages.ts";

export const sendCodeRequest = z.object({ email: emailAddress });

export const verifyCodeRequest = z.object({
  email: emailAddress,
  // Allow more characters than a code has: other text is a wrong code, not a malformed request.
  // Some keyboards type full-width digits.
  otp: z
    .string(signInMessages.codeMissing)
    .normalize("NFKC")
    .trim()
    .min(1, signInMessages.codeMissing)
    .max(100, messages.codeInvalid),
});

export type CurrentUser = {
  id: number;
  email: string;
  name: string | null;
  /** Whether the session has administrator rights; false while a passkey check is missing. */
  isAdmin: boolean;
  /** Set while an administrator's session lacks its passkey check. */
  needsPasskey?: true;
  /** Whether the user wants mails about corrected files; sent to the account only. */
  news?: boolean;
};

export const sessionRequest = z.object({
  code: z.string().min(1).max(2000),
  /** Defaults to this browser's newest sign-in attempt. */
  state: z.string().min(1).max(200).optional(),
});

export type SessionInfo = {
  id: number;
  current: boolean;
  /** Browser and system, such as "Firefox on Windows". */
  device: string;
  createdAt: string | null;
  lastUsedAt: string | null;
};
