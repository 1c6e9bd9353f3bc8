import { expect, onTestFinished, test, vi } from "vitest";
import { sendOrderCode, verifyCode } from "../../../server/domain/sign-in/one-time-code.ts";
import { AppError } from "../../../server/errors.ts";
import type { Browser } from "../../support/browser.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import {
  BEHIND_PROXY,
  browserOf,
  clientAddress,
  guessesByAddress,
  findNewestCode,
  sessionsOf,
  twinOf,
  usersOf,
  wrongCode,
} from "./crowd.ts";

const ROUNDS = 30;
const GUESSES_A_ROUND = 10;
/** In every fifth round the code runs out before it is tried. */
const EXPIRED_ROUND = 4;
const CODE_LIFETIME_MS = 10 * 60_000;
const PAUSE_MS = 3 * 60_000;
/** Where codes are switched off the right one is never mailed, and no guess is looked at. */
const UNKNOWN = "123456";
const TIMEOUT_MS = 180_000;

/** One address under attack, and the two browsers that are used against it. */
type Target = {
  email: string;
  ask: () => Promise<void> | void;
  /** Whether the guess signed in. */
  guess: (otp: string, from: "asker" | "nobody" | "stranger") => Promise<boolean> | boolean;
  right: string;
  before: string;
};

type Attack = {
  /** Addresses attacked through the route, where a client may send 60 guesses an hour. */
  byRoute: number;
  /** Addresses attacked behind it, as if that limit did not exist. */
  byDomain: number;
};

/** Guesses 300 times at the codes of each address, from as many clients as it takes: no session. */
export function testGuesses({ byRoute, byDomain }: Attack): void {
  const total = (byRoute + byDomain) * ROUNDS * GUESSES_A_ROUND;
  test(
    `${total} guesses at ${byRoute + byDomain} addresses open no session`,
    async () => {
      const t = createTestApp({ env: BEHIND_PROXY });
      t.deps.log.level = "silent";
      // The limits count by the machine's clock, the codes by the shop's: both go on together.
      vi.useFakeTimers({ toFake: ["Date"], now: t.clock.now() });
      onTestFinished(() => void vi.useRealTimers());
      const pass = (ms: number) => {
        t.clock.advance(ms);
        vi.setSystemTime(t.clock.now());
      };
      const targets = [
        ...Array.from({ length: byRoute }, (_, i) => targetOfRoute(t, i)),
        ...Array.from({ length: byDomain }, (_, i) => targetOfDomain(t, i)),
      ];
      let guesses = 0;
      let signedIn = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const expired = round % 5 === EXPIRED_ROUND;
        for (const target of targets) {
          await target.ask();
          target.before = target.right;
          target.right = findNewestCode(t, target.email) ?? UNKNOWN;
        }
        if (expired) pass(CODE_LIFETIME_MS);
        for (const target of targets) {
          for (const [otp, from] of guessesAt(target, expired)) {
            guesses += 1;
            if (await target.guess(otp, from)) signedIn += 1;
          }
        }
        pass(expired ? PAUSE_MS : CODE_LIFETIME_MS + PAUSE_MS);
      }
      expect(guesses).toBe(total);
      expect(signedIn).toBe(0);
      expect(sessionsOf(t)).toEqual([]);
      expect(usersOf(t)).toEqual([]);
      // All hundred were looked at: the guesses did reach the place where a right one signs in.
      const looked = guessesByAddress(t);
      expect(targets.map(({ email }) => looked.get(email))).toEqual(times(targets.length, 100));

      const fresh = targetOfRoute(t, byRoute);
      await fresh.ask();
      expect(await fresh.guess(findNewestCode(t, fresh.email) ?? UNKNOWN, "asker")).toBe(true);
      expect(sessionsOf(t)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
}

/** Right codes from where they must not work, wrong ones from where a right one would. */
function guessesAt({ right, before }: Target, expired: boolean) {
  const wrong = wrongCode(right, before);
  const elsewhere = [
    [right, "nobody"],
    [right, "stranger"],
  ] as const;
  if (expired) return [...elsewhere, ...times(8, [right, "asker"] as const)];
  return [
    ...elsewhere,
    [before === right ? wrong : before, "asker"] as const,
    ...times(4, [wrong, "asker"] as const),
    ...times(3, [right, "asker"] as const),
  ];
}

const times = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);

function targetOfRoute(t: TestApp, nth: number): Target {
  const email = `route-${nth}@example.com`;
  let client = nth << 12;
  const asker = browserOf(t, client);
  let stranger: Browser | undefined;
  return {
    email,
    right: UNKNOWN,
    before: UNKNOWN,
    async ask() {
      const asking = twinOf(t, asker, ++client);
      expect((await asking.post("/api/send-otp", { email })).status).toBe(200);
      for (const [name, value] of asking.cookies) asker.cookies.set(name, value);
    },
    async guess(otp, from) {
      // Each client has only a few tries, so that its own limit is never what refuses them.
      client += 1;
      stranger ??= await someBrowser(t, client);
      const browser = { asker, stranger, nobody: undefined }[from];
      const guesser = browser ? twinOf(t, browser, client) : browserOf(t, client);
      const response = await guesser.post("/api/verify-otp", { email, otp });
      if (response.status === 400) return false;
      if (response.status === 200) return true;
      throw new Error(`${response.status}: ${await response.text()}`);
    },
  };
}

/** A browser that has asked for a code of its own. */
async function someBrowser(t: TestApp, client: number): Promise<Browser> {
  const browser = browserOf(t, client);
  const email = `stranger-${clientAddress(client)}@example.org`;
  await browser.post("/api/send-otp", { email });
  return browser;
}

function targetOfDomain(t: TestApp, nth: number): Target {
  const email = `domain-${nth}@example.com`;
  const hashes = { asker: `asker-${nth}`, stranger: `asker-${nth + 1}`, nobody: null };
  return {
    email,
    right: UNKNOWN,
    before: UNKNOWN,
    // The way back to orders makes the same codes, and mails none to a stranger.
    ask: () => sendOrderCode(t.deps, { email, browserHash: hashes.asker }),
    guess(otp, from) {
      try {
        verifyCode(t.deps, {
          email,
          otp,
          browser: { former: hashes[from] ?? null, fresh: "" },
          userAgent: null,
        });
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
  };
}
