/** Digits of a sign-in code. Not beside the request's schema: that would bring zod to the browser. */
export const CODE_LENGTH = 6;
/** Names of the fields of a sign-in form that is posted where no script runs. */
export const EMAIL_FIELD = "email";
export const CODE_FIELD = "otp";
/** Marks the sign-in page of a browser that has signed out, though the shop may still know a session. */
export const SIGNED_OUT_PARAM = "signedOut";
/** Names which session a posted form ends: its number, or all of them. */
export const SESSION_FIELD = "session";
export const EVERYWHERE = "all";

/** What the sign-in form starts from: its first step, or where a posted form has led. */
export type LoginStart = {
  step: "email" | "code";
  email: string;
  error: string | null;
  /** What the error is about. */
  field?: "email" | "code" | undefined;
};

export const NEW_LOGIN: LoginStart = { step: "email", email: "", error: null };

const CODE = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/**
 * Extracts the six digits of a code, including full-width digits: "123 456", "Your code: 123456".
 * Without a group of six, returns the first digits.
 */
export function cleanCode(text: string): string {
  const plain = text.normalize("NFKC");
  const [, first, second] = CODE.exec(plain) ?? [];
  return first && second ? first + second : plain.replaceAll(/\D/g, "").slice(0, 6);
}
