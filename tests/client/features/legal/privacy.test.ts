import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mailPreferences } from "../../../../db/buyer-schema.ts";
import { orders } from "../../../../db/schema.ts";
import { firstPages } from "../../../../db/seed/first-pages.ts";

const { body: privacyText } = firstPages.find(({ slug }) => slug === "privacy")!;
const ROOT = join(import.meta.dirname, "../../../..");
/** Modules that receive storage keys as arguments. */
const GENERIC = ["lib/storage.ts", "lib/page-errors.ts"];
/** Stored only for administrators, whom the policy does not address. */
const ADMIN_NAME = "administrator";

type Source = { path: string; text: string };

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), "utf8") }));
}

/** Maps the names of string constants that match `kind` to the first word of their values. */
function constants(sources: Source[], kind: RegExp): Map<string, string> {
  const declared = new RegExp(
    `const (\\w*${kind.source})(?:: SignedCookie = \\{ name:| =) "(\\w+)[^"]*"`,
    "g",
  );
  const found = sources.flatMap(({ text }) => [...text.matchAll(declared)]);
  return new Map(found.map(([, constant = "", name = ""]) => [constant, name]));
}

const client = sourcesIn("client").filter(({ path }) => !path.startsWith("admin/"));
const stores = client.filter(({ text }) => /[sS]torage|CACHE|createDatabase/.test(text));
const storageNames = constants(stores, /(?:KEY|PREFIX)/);
const setters = sourcesIn("server/http").filter(({ text }) => text.includes("setCookie("));
const cookieNames = constants(sourcesIn("server/http"), /COOKIE/);

test("everything stored has a name that this test finds", () => {
  expect(setters.length).toBeGreaterThan(0);
  for (const { text } of setters) {
    const written = text.matchAll(
      /setCookie\(\s*c,\s*([^,]+),|writeSigned\(c, deps, \{ \.\.\.(\w+)/g,
    );
    for (const [, direct, signed] of written) {
      // The signed-cookie writer receives the cookie's name as an argument.
      if (direct !== "name") expect([...cookieNames.keys()]).toContain(direct ?? signed);
    }
  }
  const writers = client.filter(({ text }) => /document\.cookie =|cookieStore/.test(text));
  // This module only deletes vendor cookies.
  expect(writers.map(({ path }) => path)).toEqual(["tracking/tracking.ts"]);
  for (const { path, text } of stores.filter(({ path }) => !GENERIC.includes(path))) {
    for (const [, name = ""] of text.matchAll(/setItem\(\s*([^,]+),/g)) {
      expect([...storageNames.keys()], path).toContain(name);
    }
  }
});

test("the privacy policy names everything stored, and nothing else", () => {
  const [, section = ""] = /## Cookies and browser storage(.*?)(?=\n## )/s.exec(privacyText) ?? [];
  const named = Array.from(section.matchAll(/^- \*\*(.+?):\*\*/gm), ([, name]) => name);
  const stored = [...cookieNames.values(), ...storageNames.values()];
  expect([...named, ADMIN_NAME].toSorted()).toEqual(stored.toSorted());
});

test.each([
  [orders.email.name, "Your email address and name"],
  [orders.country.name, "your billing country"],
  [orders.taxId.name, "your VAT number"],
  [orders.invoiceUrl.name, "the link to your invoice"],
  [orders.termsText.name, "the terms that you accepted"],
  [orders.termsAcceptedAt.name, "that you accepted and when"],
  [orders.referrer.name, "the website or campaign that led you here"],
  [mailPreferences.wanted.name, "whether you want news about your files, reminders of"],
])("the privacy policy names what is stored as %s: %s", (_column, words) => {
  const [, section = ""] = /## What we store(.*?)(?=\n## )/s.exec(privacyText) ?? [];
  expect(section).toContain(words);
});
