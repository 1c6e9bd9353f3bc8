import { defineWords } from "./words.ts";

/** Number of digits in a sign-in code. The schemas are not here, so that browsers load no zod. */
export const CODE_LENGTH = 6;
/** Field names of the sign-in form, also query parameters of sign-in links. */
export const EMAIL_FIELD = "email";
export const CODE_FIELD = "otp";
/**
 * Query parameter of the sign-in page after a sign-out made offline: the server session may still
 * be open.
 */
export const SIGNED_OUT_PARAM = "signedOut";
/** Form field with the session to end: a session id, or `EVERYWHERE` for all. */
export const SESSION_FIELD = "session";
export const EVERYWHERE = "all";

export type LoginStart = {
  step: "email" | "code";
  email: string;
  error: string | null;
  field?: "email" | "code" | undefined;
};

export const NEW_LOGIN: LoginStart = { step: "email", email: "", error: null };

/** Error of the form that names a passkey. */
export const PASSKEY_NAME_MISSING = "Please enter a name.";

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

export type SessionInfo = {
  id: number;
  current: boolean;
  /** Browser and system, such as "Firefox on Windows". */
  device: string;
  createdAt: string | null;
  lastUsedAt: string | null;
};

export type PasskeyInfo = {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};

const CODE = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** Extracts a six-digit code ("Your code: 123 456", also full-width), else up to six digits. */
export function cleanCode(text: string): string {
  const plain = text.normalize("NFKC");
  const [, first, second] = CODE.exec(plain) ?? [];
  return first && second ? first + second : plain.replaceAll(/\D/g, "").slice(0, 6);
}

/** Error messages of the sign-in with prescribed wording, which the owner may replace. */
export const signInMessages = defineWords("signInErrors", {
  codeMissing: "Please enter the verification code",
  loginFailed: "{provider} login failed. Please try again.",
  loginPopupFailed: "Failed to open popup window",
  loginCancelled: "User cancelled the login process",
  loginDenied: "OAuth authorization failed",
  loginNothing: "No OAuth code or error found in URL parameters.",
  loginAddressFailedPrefix: "Failed to get login redirect URL: ",
  loginExchangeFailedPrefix: "Failed to exchange code for session token: ",
});
