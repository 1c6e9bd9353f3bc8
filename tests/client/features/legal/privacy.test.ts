import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { privacyPolicy } from "../../../../client/content/policy-privacy.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** They pass on a key that their caller names. */
const PASSING_ON = ["lib/storage.ts", "chunk-error.ts"];

type Source = { path: string; text: string };

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), "utf8") }));
}

/** The names that constants of this kind have in the sources ("buyer"), each by its constant. */
function constants(sources: Source[], kind: RegExp): Map<string, string> {
  const declared = new RegExp(
    `const (\\w*${kind.source})(?:: SignedCookie = \\{ name:| =) "(\\w+)[^"]*"`,
    "g",
  );
  return new Map(
    sources.flatMap(({ text }) =>
      [...text.matchAll(declared)].map(([, constant = "", name = ""]) => [constant, name] as const),
    ),
  );
}

/** The policy is for visitors: what the owner's browser keeps of the admin is not its matter. */
const stores = sourcesIn("client").filter(
  ({ path, text }) =>
    /[sS]torage|CACHE/.test(text) && !/^(?:admin\/|lib\/remembered-admin)/.test(path),
);
const storageNames = constants(stores, /(?:KEY|PREFIX)/);
const setters = sourcesIn("server/http").filter(({ text }) => text.includes("setCookie("));
const cookieNames = constants(sourcesIn("server/http"), /COOKIE/);

test("nothing is stored but under a name that this test finds", () => {
  expect(setters.length).toBeGreaterThan(0);
  for (const { text } of setters) {
    for (const [, name = ""] of text.matchAll(/setCookie\(\s*c,\s*([^,]+),/g)) {
      // The one writer of signed cookies gets its name with its purpose.
      if (name !== "name") expect([...cookieNames.keys()]).toContain(name);
    }
    for (const [, name = ""] of text.matchAll(/writeSigned\(c, deps, \{ \.\.\.(\w+)/g)) {
      expect([...cookieNames.keys()]).toContain(name);
    }
  }
  const writers = sourcesIn("client").filter(({ text }) =>
    /document\.cookie =|cookieStore/.test(text),
  );
  // It only removes those of vendors.
  expect(writers.map(({ path }) => path)).toEqual(["tracking/tracking.ts"]);
  for (const { path, text } of stores.filter(
    ({ path }) => !PASSING_ON.some((p) => path.endsWith(p)),
  )) {
    for (const [, name = ""] of text.matchAll(/setItem\(\s*([^,]+),/g)) {
      expect([...storageNames.keys()], path).toContain(name);
    }
  }
});

test("the privacy policy names every cookie and every note in the browser, and no other", () => {
  const section = privacyPolicy.sections.find(({ id }) => id === "cookies");
  const named = (section?.blocks ?? []).flatMap((block) =>
    typeof block === "object" && "facts" in block ? Object.keys(block.facts) : [],
  );
  expect(named.toSorted()).toEqual([...cookieNames.values(), ...storageNames.values()].toSorted());
});
