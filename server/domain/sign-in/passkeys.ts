import { randomBytes } from "node:crypto";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { and, asc, eq, ne } from "drizzle-orm";
import type { Db, Reader, Transaction } from "../../../db/client.ts";
import { passkeyChallenges, passkeys } from "../../../db/passkey-schema.ts";
import { type Author, deleteRow, insertRowOnce, updateRow } from "../../../db/record.ts";
import { sessions, users } from "../../../db/schema.ts";
import type { PasskeyInfo } from "../../contract/sign-in.ts";
import type { NewPasskey, PasskeyAnswer } from "./passkey-requests.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, refusals } from "../../errors.ts";
import { readSite } from "../settings.ts";
import { sha256Hex, sign } from "../tokens.ts";
import { type Administrator, authorOf } from "./administrators.ts";
import { notePasskeyChange } from "./passkey-changes.ts";
import { deviceName } from "./sessions.ts";
import { openSession, type SignIn, type SignInDevice } from "./sign-in.ts";

const CHALLENGE_MS = 5 * MINUTE_MS;
/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

type PasskeyDeps = Pick<Deps, "db" | "clock" | "config">;
/** Browser that a challenge is bound to, and the user signed in there. */
type ChallengeOwner = { browserHash: string; userId: number | null };
type Passkey = typeof passkeys.$inferSelect;

/** Returns the options of `startAuthentication`. A signed-in user can use only own passkeys. */
export function createAuthenticationOptions(deps: PasskeyDeps, owner: ChallengeOwner) {
  const { userId } = owner;
  return {
    challenge: addChallenge(deps, owner),
    rpId: rpIdOf(deps),
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: userId === null ? [] : listPasskeys(deps.db, userId).map(descriptorOf),
  } satisfies PublicKeyCredentialRequestOptionsJSON;
}

type Check = ChallengeOwner & {
  answer: PasskeyAnswer;
  device: Omit<SignInDevice, "now">;
  /** Token of the administrator's session; its passkey check is renewed. */
  token: string | undefined;
};

/**
 * Verifies a passkey. Records the check in the administrator's session, or opens a session.
 * Throws AppError `malformed`, reason `passkey_refused`.
 */
export async function verifyPasskey(
  deps: PasskeyDeps,
  { answer, device, token, ...owner }: Check,
): Promise<SignIn | undefined> {
  const isAnswered = eq(passkeys.credentialId, answer.id);
  const key = deps.db.select().from(passkeys).where(isAnswered).get();
  const isOthers = owner.userId !== null && owner.userId !== key?.userId;
  if (!key || isOthers) throw refused();
  const counter = await verifyAnswer(deps, { key, answer, owner });
  const now = deps.clock.now();
  return deps.db.write((tx) => {
    // Another check may have used the counter, or the passkey may have been removed.
    const isUnchanged = and(eq(passkeys.id, key.id), eq(passkeys.counter, key.counter));
    const used = tx.update(passkeys).set({ counter, lastUsedAt: now }).where(isUnchanged).run();
    const user = tx.select().from(users).where(eq(users.id, key.userId)).get();
    if (used.changes === 0 || !user) throw refused();
    if (token === undefined) return openSession(tx, user, { ...device, now, provenAt: now });
    recordCheck(tx, token, now);
    return undefined;
  });
}

/** Verifies the signature. Returns the authenticator's new counter. */
async function verifyAnswer(
  deps: PasskeyDeps,
  { key, answer, owner }: { key: Passkey; answer: PasskeyAnswer; owner: ChallengeOwner },
): Promise<number> {
  // Loaded here, because the library takes 0.3 s to start.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verifying = verifyAuthenticationResponse({
    ...expectationsOf(deps, owner),
    response: { ...answer, clientExtensionResults: {} },
    credential: {
      id: key.credentialId,
      publicKey: Uint8Array.from(Buffer.from(key.publicKey, "base64url")),
      counter: key.counter,
    },
  });
  const { verified, authenticationInfo } = await verifying.catch(refuse);
  if (!verified) throw refused();
  return authenticationInfo.newCounter;
}

/** Returns the options of `startRegistration`. Throws like `requireMayAdd`. */
export function createRegistrationOptions(
  deps: PasskeyDeps & Pick<Deps, "secret">,
  admin: Administrator,
  browserHash: string,
) {
  requireMayAdd(deps.db, admin);
  const { id, email } = admin;
  return {
    challenge: addChallenge(deps, { browserHash, userId: id }),
    rp: { id: rpIdOf(deps), name: readSite(deps).brand },
    user: { id: sign(deps.secret, "passkey-user", String(id)), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: listPasskeys(deps.db, id).map(descriptorOf),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  } satisfies PublicKeyCredentialCreationOptionsJSON;
}

type Registration = Record<"browserHash" | "token", string> & {
  answer: NewPasskey;
  userAgent: string | null;
};

/**
 * Adds a passkey, named after the browser, and records a check in this session. Throws like
 * `verifyPasskey` and `requireMayAdd`, and AppError `conflict` for a passkey that is in use.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  admin: Administrator,
  { browserHash, answer, userAgent, token }: Registration,
): Promise<void> {
  requireMayAdd(deps.db, admin);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verifying = verifyRegistrationResponse({
    ...expectationsOf(deps, { browserHash, userId: admin.id }, admin),
    response: { ...answer, clientExtensionResults: {} },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { registrationInfo } = await verifying.catch(refuse);
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter } = registrationInfo.credential;
  const now = deps.clock.now();
  const author = authorOf(admin, now);
  admin.write((tx) => {
    requireMayAdd(tx, admin);
    const row = {
      userId: admin.id,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: answer.response.transports,
      name: deviceName(userAgent),
    };
    const passkey = insertRowOnce(tx, passkeys, row, author);
    if (!passkey) throw conflict("This passkey is already in use.", "taken");
    notePasskeyChange(tx, { change: "added", email: admin.email, passkey, author });
    recordCheck(tx, token, now);
  });
}

/**
 * Throws like `requirePasskey`; for the first passkey, which would lock out the administrator's
 * own sessions, like `requireRecentSignIn`.
 */
function requireMayAdd(db: Pick<Reader, "select">, admin: Administrator): void {
  if (listPasskeys(db, admin.id).length > 0) admin.requirePasskey();
  else admin.requireRecentSignIn();
}

/** Renames a passkey. Throws AppError `not_found` for another user's. */
export function renamePasskey(
  { clock }: PasskeyDeps,
  admin: Administrator,
  { id, name }: { id: number; name: string },
): void {
  admin.write((tx) => {
    getOwn(tx, admin, id);
    updateRow(tx, passkeys, id, { name }, authorOf(admin, clock.now()));
  });
}

/**
 * Removes a passkey and ends the administrator's other sessions, because a lost device may have
 * one. Throws like `renamePasskey` and `requirePasskey`.
 */
export function removePasskey(
  { clock }: PasskeyDeps,
  admin: Administrator,
  { id, token }: { id: number; token: string },
): void {
  const author = authorOf(admin, clock.now());
  admin.write((tx) => {
    admin.requirePasskey();
    removeAndNote(tx, getOwn(tx, admin, id), { email: admin.email, author });
    const others = and(eq(sessions.userId, admin.id), ne(sessions.tokenHash, sha256Hex(token)));
    tx.delete(sessions).where(others).run();
  });
}

/** Removes all passkeys of a user, whose email is `email`. */
export function removePasskeys(
  tx: Transaction,
  { userId, email, author: { actor, now } }: { userId: number; email: string; author: Author },
): void {
  // Not part of the author's change set: passkeys cannot be restored, the other changes can.
  const note = { email, author: { actor, now } };
  for (const passkey of listPasskeys(tx, userId)) removeAndNote(tx, passkey, note);
}

type RemovalNote = { email: string; author: Author };

function removeAndNote(tx: Transaction, passkey: Passkey, note: RemovalNote): void {
  deleteRow(tx, passkeys, passkey.id, note.author);
  notePasskeyChange(tx, { change: "removed", passkey, ...note });
}

/** Returns the administrator's passkeys, oldest first. */
export function describePasskeys(deps: PasskeyDeps, admin: Administrator): PasskeyInfo[] {
  return listPasskeys(deps.db, admin.id).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Returns a user's passkeys, oldest first. */
export function listPasskeys(db: Pick<Reader, "select">, userId: number): Passkey[] {
  const isTheirs = eq(passkeys.userId, userId);
  return db.select().from(passkeys).where(isTheirs).orderBy(asc(passkeys.id)).all();
}

function getOwn(tx: Transaction, admin: Administrator, id: number): Passkey {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, admin.id));
  const passkey = tx.select().from(passkeys).where(isOwn).get();
  if (passkey) return passkey;
  throw new AppError("not_found", refusals.notFound);
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: "public-key" as const, transports };
}

function recordCheck(tx: Transaction, token: string, now: Date): void {
  const isThis = eq(sessions.tokenHash, sha256Hex(token));
  tx.update(sessions).set({ provenAt: now }).where(isThis).run();
}

function rpIdOf({ config }: Pick<Deps, "config">): string {
  return new URL(config.publicUrl).hostname;
}

/** Returns the expected values. `store` deletes the challenge; an administrator's checks rights. */
function expectationsOf(
  deps: PasskeyDeps,
  { browserHash, userId }: ChallengeOwner,
  store: Pick<Db, "write"> = deps.db,
) {
  const now = deps.clock.now();
  return {
    /** Deletes the challenge, so that it works once. */
    expectedChallenge(challenge: string): boolean {
      const isThis = eq(passkeyChallenges.challenge, challenge);
      const found = store.write((tx) =>
        tx.delete(passkeyChallenges).where(isThis).returning().get(),
      );
      return found?.browserHash === browserHash && found.userId === userId && now < found.expiresAt;
    },
    expectedOrigin: deps.config.publicUrl,
    expectedRPID: rpIdOf(deps),
    requireUserVerification: true,
  };
}

function addChallenge({ db, clock }: PasskeyDeps, owner: ChallengeOwner): string {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  const row = { challenge, ...owner, expiresAt };
  db.write((tx) => tx.insert(passkeyChallenges).values(row).run());
  return challenge;
}

function refuse(cause: unknown): never {
  throw cause instanceof AppError ? cause : refused(cause);
}

function refused(cause?: unknown): AppError {
  return new AppError("malformed", "This passkey couldn't be verified. Please try again.", {
    reason: "passkey_refused",
    cause,
  });
}
