import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { passkeys } from "../../db/passkey-schema.ts";
import { sessions } from "../../db/schema.ts";
import { sha256Hex } from "../../server/domain/tokens.ts";
import type { Browser } from "./browser.ts";
import { createTestApp, SITE, type TestApp } from "./create-test-app.ts";
import { signInAdmin } from "./table-calls.ts";

/** Wrong values for a response. */
type Overrides = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  counter?: number;
  flags?: number;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
/** COSE map of an ES256 key: kty, alg, crv, x, y. */
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([Buffer.from("a5010203262001215820", "hex"), x, Buffer.from("225820", "hex"), y]);
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest();

/** Creates a software authenticator with one ES256 credential. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = coseKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const clientData = (type: string, { challenge, origin = SITE }: Overrides) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (overrides: Overrides, ...attested: Buffer[]) => {
    const flags = (overrides.flags ?? PRESENT | VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(overrides.counter ?? counter, 1);
    return Buffer.concat([sha256(overrides.rpId ?? "localhost"), head, ...attested]);
  };

  return {
    id,
    cose: cose.toString("base64url"),
    create(options: { challenge: string }, overrides: Overrides = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const data = authenticatorData(overrides, Buffer.alloc(16), length, credentialId, cose);
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");
      const attestation = Buffer.concat([head, Buffer.from([0x58, data.length]), data]);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", { ...options, ...overrides }).toString(
            "base64url",
          ),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get(options: { challenge: string }, overrides: Overrides = {}) {
      counter += 1;
      const client = clientData("webauthn.get", { ...options, ...overrides });
      const data = authenticatorData(overrides);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString(
            "base64url",
          ),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
type Options = { challenge: string; allowCredentials: { id: string }[] };

/** Stores a passkey for a user without the registration calls. */
export function storePasskey(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  userId: number,
  key = createAuthenticator(),
): Authenticator {
  const now = clock.now();
  const row = { userId, credentialId: key.id, publicKey: key.cose, name: "Laptop" };
  db.insert(passkeys)
    .values({ ...row, counter: 0, transports: ["usb"], createdAt: now, updatedAt: now })
    .run();
  return key;
}

/** Records a passkey check now in a browser's session. */
export function recordPasskeyCheck(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  browser: Browser,
): void {
  const isThis = eq(sessions.tokenHash, sha256Hex(browser.cookies.get("session") ?? ""));
  db.update(sessions).set({ provenAt: clock.now() }).where(isThis).run();
}

export async function requestChallenge(browser: Browser): Promise<Options> {
  return (await (await browser.post("/api/passkeys/challenge", {})).json()) as Options;
}

export const submitPasskey = (browser: Browser, answer: object): Promise<Response> =>
  browser.post("/api/passkeys/sign-in", answer);

export async function answerOf(sent: Promise<Response>) {
  const answer = await sent;
  return { status: answer.status, ...((await answer.json()) as object) };
}

/** Requests a challenge and answers it with the key. */
export async function signInWith(browser: Browser, key: Authenticator, overrides?: Overrides) {
  return answerOf(submitPasskey(browser, key.get(await requestChallenge(browser), overrides)));
}

export const PASSKEYS_PATH = "/api/admin/passkeys";
export const PASSKEY_REFUSED = { status: 400, reason: "passkey_refused" };

export const me = (browser: Browser) => answerOf(browser.get("/api/users/me"));
export const schemas = (browser: Browser) => answerOf(browser.get("/api/admin/schemas"));

/** Opens a shop whose owner has a passkey. */
export function openWithPasskey() {
  const t = createTestApp();
  const admin = signInAdmin(t);
  return { ...t, admin, key: storePasskey(t, admin.userId) };
}
