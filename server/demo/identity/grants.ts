import { createHash, randomBytes } from "node:crypto";
import type { LoginRequest } from "./login-request.ts";
import type { Person } from "./types.ts";

const CODE_LIFETIME_MS = 60_000;
export const TOKEN_LIFETIME_SECONDS = 600;

export type Login = { request: LoginRequest; person: Person; signedInAt: Date };
export type Claims = { sub: string; email: string; email_verified: boolean; name?: string };
export type Grants = ReturnType<typeof openGrants>;

/** The codes and access tokens that are out. They live in memory: a restart ends them. */
export function openGrants(now: () => Date) {
  const codes = shortLived<Login>(CODE_LIFETIME_MS, now);
  const tokens = shortLived<Claims>(TOKEN_LIFETIME_SECONDS * 1000, now);
  return {
    addCode: codes.add,
    /** The login of a code, which is used up by asking. */
    takeCode(code: string): Login | undefined {
      const login = codes.find(code);
      codes.drop(code);
      return login;
    },
    addToken: tokens.add,
    findClaims: tokens.find,
  };
}

/** Who somebody is: one address, however it is written, is one account for ever. */
export function claimsOf({ email, name, verified }: Person): Claims {
  const sub = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 24);
  return { sub, email, email_verified: verified, ...(name && { name }) };
}

function shortLived<Value>(lifetimeMs: number, now: () => Date) {
  const kept = new Map<string, { value: Value; until: number }>();
  return {
    add(value: Value): string {
      const key = randomBytes(32).toString("base64url");
      const time = now().getTime();
      for (const [old, { until }] of kept) if (until <= time) kept.delete(old);
      kept.set(key, { value, until: time + lifetimeMs });
      return key;
    },
    find(key: string): Value | undefined {
      const found = kept.get(key);
      return found && found.until > now().getTime() ? found.value : undefined;
    },
    drop: (key: string) => void kept.delete(key),
  };
}
