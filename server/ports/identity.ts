/** One try to sign in: what only the browser that began it may know. */
export type LoginAttempt = { state: string; nonce: string; verifier: string };

/** Who signs in, as the identity provider vouches for it. */
export type ExternalIdentity = {
  /** Issuer and subject together never change, whatever becomes of the email. */
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has proved that the email is theirs. */
  emailVerified: boolean;
  name: string | null;
};

export type IdentityProvider = {
  /**
   * Where the browser signs in for this attempt; it comes back to /auth/callback. Throws when the
   * provider does not answer.
   */
  loginUrl: (attempt: LoginAttempt) => Promise<string>;
  /**
   * Who has signed in, by the code that the browser brought back. Throws whenever anything about
   * the answer is not as it must be.
   */
  identify: (login: { code: string; attempt: LoginAttempt }) => Promise<ExternalIdentity>;
};
