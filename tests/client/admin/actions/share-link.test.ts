import jsQR from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { qrModules, qrPixels, qrSvg } from "../../../../client/admin/actions/qr-code.ts";
import {
  linkAddress,
  linkPath,
  MOST_PARAMETER_CHARACTERS,
} from "../../../../client/admin/actions/share-link.ts";
import { readCode } from "../../../../server/contract/discounts.ts";
import { sourceOf } from "../../../../server/domain/stats/count-visits.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

const ORIGIN = "https://shop.example";
const NONE = { source: "", medium: "", campaign: "" };
const PACK = { id: 1, version: 1, slug: "premium-pack" };

function addressOf(campaign: Partial<typeof NONE>, path = "/products/premium-pack", buys = false) {
  return linkAddress({ origin: ORIGIN, path, opensCheckout: buys }, { ...NONE, ...campaign });
}

async function readSvg(svg: string): Promise<string | undefined> {
  const image = sharp(Buffer.from(svg), { density: 400 }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test("the path of a row has the row's values, encoded", () => {
  expect(linkPath({ path: "/products/{slug}", row: PACK })).toBe("/products/premium-pack");
  expect(linkPath({ path: "/{slug}", row: { ...PACK, slug: "a/b ü" } })).toBe("/a%2Fb%20%C3%BC");
});

test.each([
  ["without parameters", addressOf({}), "/products/premium-pack"],
  [
    "with empty ones",
    addressOf({ source: " ", medium: "\u0007", campaign: "\ud800" }),
    "/products/premium-pack",
  ],
  ["of the checkout", addressOf({}, "/products/premium-pack", true), "/products/premium-pack?buy="],
  [
    "of a code with all parameters",
    addressOf({ source: "Flyer", medium: "Print", campaign: "Grüße & mehr" }, "/?code=SPRING"),
    "/?code=SPRING&utm_source=flyer&utm_medium=print&utm_campaign=gr%C3%BC%C3%9Fe+%26+mehr",
  ],
])("the address %s", (_name, address, expected) => {
  expect(address).toBe(ORIGIN + expected);
});

const WIDEST = "\u{1F9F8}".repeat(MOST_PARAMETER_CHARACTERS);
const CJK = "袋".repeat(MOST_PARAMETER_CHARACTERS + 20);

// Readers take bytes beyond ASCII for other character sets.
test.each([
  ["small letters", { source: "flyer" }, "/?code=SPRING"],
  ["capital letters", { source: "FLYER", campaign: "SPRING" }, "/?code=SPRING-26_A"],
  ["umlauts, composed and not", { source: "Bücher", campaign: "Gru\u0308ße" }, "/"],
  ["a Turkish dotted I and a Kelvin sign", { source: "\u0130stanbul", campaign: "\u212A2" }, "/"],
  ["letters of other scripts", { source: "本", medium: "قلم", campaign: "🧸" }, "/"],
  ["signs of a query", { source: "a&b=c", campaign: "100 % + #1?" }, "/products/a-b"],
  ["the longest of two bytes", { source: CJK, medium: CJK, campaign: CJK }, "/"],
  ["the longest of four bytes", { source: WIDEST, medium: WIDEST, campaign: WIDEST }, "/"],
])("a QR code with %s is read as the same address, and counted", async (_name, typed, path) => {
  const address = addressOf(typed, path);
  expect(address).toMatch(/^[\x21-\x7E]+$/);
  const modules = qrModules(address);
  const { data, size } = qrPixels(modules, 1000);
  expect(size).toBeGreaterThanOrEqual(1000);
  expect(jsQR(data, size, size)?.data).toBe(address);
  expect(await readSvg(qrSvg(modules))).toBe(address);

  const { search, searchParams } = new URL(address);
  const counted = sourceOf(createTestApp().deps, { referrer: "", query: search });
  expect(counted.utmSource).toBe(searchParams.get("utm_source") ?? "");
  expect(counted.utmCampaign).toBe(searchParams.get("utm_campaign") ?? "");
});

test("a reader that changes the case of the address leads to the same code and source", () => {
  const { deps } = createTestApp();
  const address = addressOf({ source: "Bücher", campaign: "Spring" }, "/?code=SPRING");
  const small = address.toLowerCase();
  const capital = address.replaceAll(/(?<==)[^&]+/g, (value) => value.toUpperCase());
  for (const query of [address, small, capital].map((each) => new URL(each).search)) {
    expect(readCode(new URLSearchParams(query).get("code") ?? "")).toBe("SPRING");
    const source = { referrer: "", utmSource: "bücher", utmCampaign: "spring" };
    expect(sourceOf(deps, { referrer: "", query })).toEqual(source);
  }
});
