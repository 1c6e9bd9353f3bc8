/** A login attempt; only the browser that started it may know these values. */
export type LoginAttempt = { state: string; nonce: string; verifier: string };

export type ExternalIdentity = {
  /** Issuer and subject identify the user permanently; the email can change. */
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
};

export type IdentityProvider = {
  /** The provider's URL for this attempt. Rejects when the provider does not respond. */
  loginUrl: (attempt: LoginAttempt) => Promise<string>;
  /** Exchanges the code for the user's identity. Rejects when any part of the response is invalid. */
  identify: (login: { code: string; attempt: LoginAttempt }) => Promise<ExternalIdentity>;
};
