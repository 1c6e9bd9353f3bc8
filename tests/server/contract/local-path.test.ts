import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLocalPath } from "../../../server/contract/local-path.ts";
import { orders } from "../../../db/schema.ts";
import { checkoutBody } from "../../support/browser.ts";
import { openShop } from "../../support/shop.ts";

const ORIGIN = "https://shop.example";
const HOST = "evil.example";

/** Ways to begin an address that a browser takes to another site, or to a script. */
const LEADS = [
  [
    "//",
    "///",
    "////",
    "/\\",
    "\\/",
    "\\\\",
    "\\",
    "/\\/",
    "//\\",
    "/\\\\",
    "/.//",
    "/./\\",
    "/..//",
  ],
  ["/../\\", "/.\\/", "/x/..//", "/x//", "/;//", "/./..//", "//.", "//..", "/%2e//", "/%2e%2e//"],
  [
    "http://",
    "https://",
    "HTTPS://",
    "http:/",
    "https:",
    "http:\\\\",
    "ftp://",
    "ws://",
    "file:///",
  ],
  [
    "/\t/",
    "/\n/",
    "/\r/",
    "/\r\n/",
    "\t//",
    "\n//",
    " //",
    "/ /",
    "\u0000//",
    "/\u0000/",
    "\u000b//",
  ],
  ["/\u00a0/", "\u00a0//", "\ufeff//", "\u2028//", "/\u2028/", "\u3000//", "/\u0085/", "/\u007f/"],
  ["//shop.example@", "//user:pass@", "https://shop.example@", "https://shop.example.", "//[::1]@"],
  [
    "javascript:alert(1)//",
    "JaVaScRiPt:",
    "java\tscript:",
    "data:text/html,",
    "vbscript:",
    "blob:",
  ],
  [
    "mailto:a@",
    "tel:",
    "about:blank#",
    "?//",
    "#//",
    "",
    ".",
    "..",
    "./",
    "../",
    "*",
    "@",
    ":",
    "%2f",
  ],
].flat();
const ENCODED = [
  "%2f",
  "%2F",
  "%5c",
  "%5C",
  "%09",
  "%0a",
  "%0d",
  "%00",
  "%20",
  "%c2%a0",
  "%e2%80%a8",
];
const SLASHES_LIKE = ["\u2044", "\u2215", "\uff0f", "\u29f8", "\uff3c", "\ufe68", "\u2216"];

const encodeAll = (text: string) =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const REFUSED = [
  LEADS.map((lead) => lead + HOST),
  ["//", "/\\", "\\\\", "/\t/"].flatMap((lead) => {
    const once = encodeAll(lead.slice(1));
    const twice = encodeURIComponent(once);
    return [once, twice, encodeURIComponent(twice)].map((form) => `/${form}${HOST}`);
  }),
  ENCODED.flatMap((code) => [`/${code}/${HOST}`, `/x/${code}/${HOST}`, `${code}/${HOST}`]),
  ENCODED.flatMap((code) => [`/%25${code.slice(1)}/${HOST}`, `/%2525${code.slice(1)}/${HOST}`]),
  SLASHES_LIKE.flatMap((like) => [
    `${like}${like}${HOST}`,
    `/${like}/../\\${HOST}`,
    `${like}/${HOST}`,
  ]),
  Array.from({ length: 33 }, (_, i) => `/a${String.fromCharCode(i)}b`),
  Array.from({ length: 34 }, (_, i) => `/a${String.fromCharCode(0x7f + i)}b`),
  [
    "/a\r\nSet-Cookie: x=1",
    "/%",
    "/%zz",
    "/%e0%a4%a",
    "/%ff",
    `/${"x".repeat(500)}`,
    "/a\\b",
    "/a%5cb",
  ],
  ["/%25252525252f%25252525252fevil.example", "/?next=\r\n", "/#\t", "/\ud800\\"],
].flat();

describe("refused", () => {
  test.each(REFUSED.map((path) => [JSON.stringify(path), path]))("%s", (_shown, path) => {
    expect(isLocalPath(path)).toBe(false);
  });

  test(`the table holds ${REFUSED.length} of them, more than two hundred`, () => {
    expect(new Set(REFUSED).size).toBeGreaterThanOrEqual(200);
  });

  test("by the checkout too, as either way back, before the provider is asked", async () => {
    const { browser, db, simulator, pack } = await openShop();
    const some = REFUSED.filter((_, i) => i % 50 === 0).slice(0, 5);
    for (const path of some) {
      for (const field of ["successRouter", "cancelRouter"]) {
        const body = { ...checkoutBody([pack]), [field]: path };
        const response = await browser.post("/api/create-checkout-session", body);
        expect(response.status).toBe(422);
        expect(await response.json()).toMatchObject({
          message: "The return path must be a path of this site.",
        });
      }
    }
    expect(db.select().from(orders).all()).toEqual([]);
    expect(simulator.control.requests()).toEqual([]);
  });
});

test.each([
  "/",
  "/checkout/success",
  "/checkout/success?sessionId=cs_test_1&x=2#top",
  "/upsell/1",
  "/upsell2?originalProductId=1&upsellProductId=2",
  "/a/b/../c",
  "/a/./b",
  "/.well-known/x",
  "/?returnUrl=https://elsewhere.example//x",
  "/#//x",
  "/caf%C3%A9",
  "/café",
  "/a;b=c,d",
  "/user@host",
  "/a:b",
  `/${"x".repeat(499)}`,
])("%j is a path of this site", (path) => {
  expect(isLocalPath(path)).toBe(true);
});

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...LEADS,
        ...ENCODED,
        ...SLASHES_LIKE,
        HOST,
        "/",
        "\\",
        ".",
        "..",
        "?",
        "#",
        "@",
        ":",
      ),
      fc.constantFrom("%25", "%252f", "%255c", "%2e", "%3a", "%3f", "%23", "\t", "\n", "\r"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("whatever is accepted stays on the site, as it is and decoded once and twice", () => {
  let accepted = 0;
  const property = fc.property(
    fc.oneof(
      hostileText,
      hostileText.map((t) => `/${t}`),
    ),
    (path) => {
      if (!isLocalPath(path)) return;
      accepted += 1;
      const once = decodeURIComponent(path);
      for (const form of [path, once, decodeURIComponent(once)]) {
        const url = new URL(form, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.protocol).toBe("https:");
        expect(form.startsWith("/")).toBe(true);
        expect(form).not.toMatch(/^[/\\]{2}/);
        expect(form).not.toMatch(/[\r\n\t\u0000]/);
      }
    },
  );
  fc.assert(property, { numRuns: 10_000 });
  // The property says nothing when nothing is accepted.
  expect(accepted).toBeGreaterThan(300);
});
