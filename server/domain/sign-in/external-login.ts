import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { identities, type User, users } from "../../../db/schema.ts";
import { emailAddress } from "../../contract/fields.ts";
import { signInMessages } from "../../contract/sign-in.ts";
import { fill } from "../../contract/words.ts";
import type { Deps } from "../../deps.ts";
import type { ExternalIdentity, IdentityProvider, LoginAttempt } from "../../ports/identity.ts";
import { AppError, refusals } from "../../errors.ts";
import { type NewBrowserId, openSession, provenUser, type SignIn } from "./sign-in.ts";

const MAX_NAME_LENGTH = 100;

type LoginDeps = Pick<Deps, "config" | "db" | "clock" | "identity">;

/** Returns the provider's URL, and the attempt for `finishLogin`. Throws `login_provider`. */
export async function beginLogin(
  deps: LoginDeps,
): Promise<{ redirectUrl: string; attempt: LoginAttempt }> {
  const { provider, name } = getProvider(deps);
  const attempt = { state: randomText(), nonce: randomText(), verifier: randomText() };
  try {
    return { redirectUrl: await provider.loginUrl(attempt), attempt };
  } catch (cause) {
    throw new AppError("login_provider", `${name} isn't responding. Please try again.`, { cause });
  }
}

type LoginReturn = {
  code: string;
  attempt: LoginAttempt | undefined;
  browser: NewBrowserId;
  userAgent: string | null;
};

/** Exchanges the provider's code for a session. All failures throw the same error. */
export async function finishLogin(deps: LoginDeps, login: LoginReturn): Promise<SignIn> {
  const { provider } = getProvider(deps);
  const { code, attempt, ...device } = login;
  if (!attempt) throw loginFailed(deps);
  const identity = await provider.identify({ code, attempt }).catch((cause: unknown) => {
    throw loginFailed(deps, cause);
  });
  const now = deps.clock.now();
  const signedIn = deps.db.write((tx) => {
    const user = linkedUser(tx, identity) ?? joinUser(tx, identity, now);
    return user && openSession(tx, addName(tx, user, { ...identity, now }), { ...device, now });
  });
  if (!signedIn) throw loginFailed(deps, new Error("The provider has not verified an address."));
  return signedIn;
}

/** Error for a failed login, including a callback without a code. */
export function loginFailed(deps: LoginDeps, cause?: unknown): AppError {
  const text = fill(signInMessages.loginFailed, { provider: getProvider(deps).name });
  return new AppError("malformed", text, { reason: "login_failed", cause });
}

function getProvider({ identity, config }: LoginDeps): {
  provider: IdentityProvider;
  name: string;
} {
  const { login } = config;
  if (!identity || !login) throw new AppError("not_found", refusals.notFound);
  return { provider: identity, name: login.name };
}

/** Finds the user by issuer and subject, because the email can change. */
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

/** Links a login to the account of its email, if the provider has verified the email. */
function joinUser(tx: Transaction, identity: ExternalIdentity, now: Date): User | undefined {
  const email = emailAddress.safeParse(identity.email);
  if (!identity.emailVerified || !email.success) return undefined;
  const user = provenUser(tx, email.data, now);
  const { issuer, subject } = identity;
  tx.insert(identities).values({ userId: user.id, issuer, subject, createdAt: now }).run();
  return user;
}

function addName(tx: Transaction, user: User, { name, now }: { name: string | null; now: Date }) {
  const tidy = name
    ?.replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  if (user.name || !tidy) return user;
  return updateRow(tx, users, user.id, { name: tidy }, { actor: "sign-in", now });
}

/** Returns 256 random bits in base64url: 43 characters, the minimum length of a PKCE verifier. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}
