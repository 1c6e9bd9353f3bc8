import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CLIENT = new URL("../../client/", import.meta.url);
const TEXTS = String.raw`(?:messages|refusals|formRefusals|\w+(?:Words|Wording))\.\w+`;

/** Patterns of code that branches on the wording of a message. */
const BY_WORDING = [
  new RegExp(String.raw`[!=]==?\s*${TEXTS}`),
  new RegExp(String.raw`${TEXTS}\s*[!=]==?`),
  new RegExp(String.raw`\[${TEXTS}\]\s*:`),
  new RegExp(String.raw`\bcase ${TEXTS}`),
  /\bmessage\??\.(?:startsWith|endsWith|includes|match|search)\(/,
  /\.test\([\w.]*\bmessage\)/,
  /\bmessage\s*[!=]==?\s*["'`]\w/,
];

function comparisonsIn(source: string): string[] {
  return source.split("\n").filter((line) => BY_WORDING.some((pattern) => pattern.test(line)));
}

test("no source of the browser compares the wording of a message", () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((file) =>
    comparisonsIn(readFileSync(new URL(file, CLIENT), "utf8")).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
