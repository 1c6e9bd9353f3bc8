import fc from "fast-check";
import { expect, test } from "vitest";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { isLocalPath, returnPathOf } from "../../../server/contract/local-paths.ts";
import { hostileAddresses } from "../../support/hostile-addresses.ts";

const ORIGIN = "https://shop.example";
const HOST = "evil.example";
const ENCODED = "%2f %2F %5c %5C %09 %0a %0d %00 %20 %c2%a0 %e2%80%a8".split(" ");
const BAD_PARTS = [
  ..."/.//;/./\\;/..//;/../\\;/x//;/;//;//.;/%2e//;/%2e%2e//;//;/\\;\\;?//;#//".split(";"),
  ..."%25;%252f;%255c;%2e;%3a;%3f;%23;\t;\n;\r;\u2028;\uff0f".split(";"),
];

/** Characters that paths must not contain: control characters, space and no-break space. */
const CONTROLS = [0, 0x7f].flatMap((from) =>
  Array.from({ length: 34 }, (_, n) => from + n).filter((code) => code !== 0x21),
);
const REFUSED = [
  hostileAddresses(ORIGIN),
  ENCODED.flatMap((code) => [`/${code}/${HOST}`, `/x/${code}/${HOST}`, `${code}/${HOST}`]),
  ENCODED.flatMap((code) => [`/%25${code.slice(1)}/${HOST}`, `/%2525${code.slice(1)}/${HOST}`]),
  CONTROLS.map((code) => `/a${String.fromCharCode(code)}b`),
  "x ./ ../ * : %2f tel:1 /%e0%a4%a /a\\b /a%5cb /%25252525252f%25252525252fevil.example".split(
    " ",
  ),
  [`/${"x".repeat(500)}`, "/?next=\r\n", "/#\t", "/\ud800\\", "/a\u2028", "/a\ufeff"],
].flat();

test.each(REFUSED.map((path) => [JSON.stringify(path).slice(0, 80), path]))(
  "%s is no path of this site",
  (_shown, path) => {
    expect(isLocalPath(path)).toBe(false);
  },
);

const PATHS =
  "/ /checkout/success /checkout/success?sessionId=cs_test_1&x=2#top /upsell/1 /a/b/../c /a/./b " +
  "/.well-known/x /?returnUrl=https://elsewhere.example//x /#//x /caf%C3%A9 /café /a;b=c,d " +
  `/user@host /a:b /${"x".repeat(499)}`;
test.each(PATHS.split(" "))("%j is a path of this site", (path) => {
  expect(isLocalPath(path)).toBe(true);
});

test("whatever is accepted stays on the site, as it is and decoded once and twice", () => {
  const part = fc.oneof(
    fc.constantFrom(...BAD_PARTS, ...ENCODED, HOST, "/", "\\", ".", "..", "?", "#", "@", ":"),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const hostile = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
  let accepted = 0;
  const property = fc.property(
    fc.oneof(
      hostile,
      hostile.map((text) => `/${text}`),
    ),
    (path) => {
      if (!isLocalPath(path)) return;
      accepted += 1;
      const once = decodeURIComponent(path);
      for (const form of [path, once, decodeURIComponent(once)]) {
        expect(new URL(form, ORIGIN)).toMatchObject({ origin: ORIGIN, protocol: "https:" });
        expect(form).toMatch(/^\/(?![/\\])/);
        expect(form).not.toMatch(/[\r\n\t\u0000]/);
      }
    },
  );
  fc.assert(property, { numRuns: 4000 });
  // Without accepted paths the property would hold vacuously.
  expect(accepted).toBeGreaterThan(100);
});

// Rejected return paths: other sites, and all spellings of redirects, API calls and demo pages.
const NO_TARGETS = (
  "|account|//evil.example|/x/..//evil.example|https://evil.example|" +
  "/login|/login?returnUrl=/login|/LOGIN|/%6Cogin|/%256cogin|/login/|/account/../login|" +
  "/account/%2e%2e/login|/auth/callback?code=x|/api/logout|/account/../api/logout|/demo/mail|/demo"
).split("|");
test.each(NO_TARGETS)("after signing in, %j leads home", (returnUrl) => {
  expect(returnPathOf({ returnUrl })).toBe("/");
  expect(returnPathOf({ redirect: returnUrl })).toBe("/");
});

test.each([
  ["/account", "/account"],
  ["/account?billing=failed#files", "/account?billing=failed#files"],
  ["/x/../account", "/account"],
  ["/loginx", "/loginx"],
  ["/files/7/Month-1-%28A4%29.pdf", "/files/7/Month-1-%28A4%29.pdf"],
])("after signing in, %j leads to %j", (returnUrl, path) => {
  expect(returnPathOf({ returnUrl })).toBe(path);
});

test("`returnUrl` counts before `redirect`, unless it is refused", () => {
  expect(returnPathOf({ returnUrl: "/account", redirect: "/contact" })).toBe("/account");
  expect(returnPathOf({ returnUrl: "//evil.example", redirect: "/contact" })).toBe("/contact");
  expect(returnPathOf({})).toBe("/");
});

test("the sign-in page returns to the path that it was opened for", () => {
  expect(loginPathTo("/account?x=1&y=2")).toBe("/login?returnUrl=%2Faccount%3Fx%3D1%26y%3D2");
  expect(loginPathTo("/")).toBe("/login");
});
