import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { identities, type User, users } from "../../../db/schema.ts";
import { emailAddress } from "../../contract/fields.ts";
import { signInMessages } from "../../contract/messages.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Deps } from "../../deps.ts";
import type { ExternalIdentity, IdentityProvider, LoginAttempt } from "../../ports/identity.ts";
import { AppError } from "../../errors.ts";
import { type NewBrowserId, openSession, provenUser, type SignIn } from "./sign-in.ts";

const MAX_NAME_LENGTH = 100;

type Needs = Pick<Deps, "config" | "db" | "clock" | "identity">;

/**
 * Begins a login: where the browser signs in, and what it must bring back with the code. Throws
 * AppError `login_provider` when the provider does not answer.
 */
export async function beginLogin(
  deps: Needs,
): Promise<{ redirectUrl: string; attempt: LoginAttempt }> {
  const { provider, name } = getProvider(deps);
  const attempt = { state: randomText(), nonce: randomText(), verifier: randomText() };
  try {
    return { redirectUrl: await provider.loginUrl(attempt), attempt };
  } catch (cause) {
    throw new AppError("login_provider", `${name} does not answer. Please try again.`, { cause });
  }
}

type Return = {
  code: string;
  /** The attempt of this browser that the code belongs to; undefined when there is none. */
  attempt: LoginAttempt | undefined;
  browser: NewBrowserId;
  userAgent: string | null;
};

/**
 * Signs in by the code that the provider gave the browser. Whatever is wrong, the refusal is the
 * same text and no session is made.
 */
export async function finishLogin(deps: Needs, login: Return): Promise<SignIn> {
  const { provider, name } = getProvider(deps);
  const { code, attempt, ...visit } = login;
  const failed = (cause?: unknown) =>
    new AppError("malformed", signInMessages.loginFailed(name), { reason: "login_failed", cause });
  if (!attempt) throw failed();
  const identity = await provider.identify({ code, attempt }).catch((cause: unknown) => {
    throw failed(cause);
  });
  const now = deps.clock.now();
  const signedIn = deps.db.write((tx) => {
    const user = linkedUser(tx, identity) ?? joinUser(tx, identity, now);
    return (
      user && openSession(tx, named(tx, user, { name: identity.name, now }), { ...visit, now })
    );
  });
  if (!signedIn) throw failed(new Error("The provider has not verified an address."));
  return signedIn;
}

/** The refusal of a login that brought nothing to begin with. */
export function loginFailed(deps: Needs): AppError {
  return new AppError("malformed", signInMessages.loginFailed(getProvider(deps).name), {
    reason: "login_failed",
  });
}

function getProvider({ identity, config }: Needs): { provider: IdentityProvider; name: string } {
  const { login } = config.site;
  if (!identity || !login) throw new AppError("not_found", refusals.notFound);
  return { provider: identity, name: login.name };
}

/** Issuer and subject say who it is, not the email. */
function linkedUser(tx: Transaction, { issuer, subject }: ExternalIdentity): User | undefined {
  const isTheirs = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
  const found = tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(isTheirs)
    .get();
  return found?.user;
}

/** Ties a login to the account of its email: only to one that the provider has verified. */
function joinUser(tx: Transaction, identity: ExternalIdentity, now: Date): User | undefined {
  const email = emailAddress.safeParse(identity.email);
  if (!identity.emailVerified || !email.success) return undefined;
  const user = provenUser(tx, email.data, now);
  const { issuer, subject } = identity;
  tx.insert(identities).values({ userId: user.id, issuer, subject, createdAt: now }).run();
  return user;
}

/** The user with the provider's name for them, when the shop knows none. */
function named(
  tx: Transaction,
  user: User,
  { name, now }: { name: string | null; now: Date },
): User {
  const tidy = name
    ?.replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  if (user.name || !tidy) return user;
  return updateRow(tx, users, user.id, { name: tidy }, { actor: "sign-in", now });
}

/** 256 random bits: as long as a PKCE verifier must be at least. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}
