import { defineWords } from "./words.ts";

/** Field of the code mailed to the current email; the new email's code is in `CODE_FIELD`. */
export const CURRENT_CODE_FIELD = "currentOtp";
/** Fragment of the form that changes the email of an account. */
export const EMAIL_CHANGE_ID = "change-email";

/** State of the form that changes the email of an account. */
export type EmailChangeStart = {
  step: "email" | "codes";
  /** New email. */
  email: string;
  error: string | null;
  /** Errors by field. */
  errors?: Record<string, string[]> | undefined;
};

/** Errors of the form that changes the email of an account. */
export const emailChangeRefusals = defineWords("emailChangeErrors", {
  same: "This is already your email.",
  administrator: "You manage this shop. Please change your email in the admin, under “Users”.",
  codesUsedUp: "These codes no longer work. Please ask for new ones.",
  taken:
    "This address belongs to another account. Sign in with it, or email us if you want one account for everything.",
  tooMany: "This account has too many orders to change its email here. Please email us.",
});
