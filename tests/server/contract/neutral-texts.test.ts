import { expect, test } from "vitest";
import { listTexts } from "../../../client/content/text-catalogue.ts";
import { findUnknownPlaceholder } from "../../../server/contract/known-placeholders.ts";
import { NEUTRAL_TEXTS } from "../../../server/contract/neutral-texts.ts";
import { demoClaimsIn } from "../../support/demo-claims.ts";

const texts = listTexts(NEUTRAL_TEXTS);

test("every neutral text has a place, and keeps to the rules of its text", () => {
  const names = new Set(texts.map(({ name }) => name));
  expect(Object.keys(NEUTRAL_TEXTS).filter((name) => !names.has(name))).toEqual([]);
  const broken = texts.filter(
    ({ default: text, limit, placeholders }) =>
      text.length > limit || findUnknownPlaceholder(text, placeholders) !== undefined,
  );
  expect(broken).toEqual([]);
});

test("no default of a shop with products of its own describes the demo's", () => {
  // The texts about the creator are not shown before the owner has replaced them.
  const shown = texts.filter(({ placeholder }) => !placeholder);
  const claims = shown.flatMap(({ name, default: text }) => {
    const found = demoClaimsIn(text);
    return found.length > 0 ? [[name, ...found]] : [];
  });
  expect(claims).toEqual([]);
});
