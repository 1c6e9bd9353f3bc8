import fc from "fast-check";
import { expect, test } from "vitest";
import { loginPathTo, returnPathOf } from "../../../server/contract/return-path.ts";

const REFUSED = [
  "/\tevil",
  " /account",
  "/account\n",
  `/${"a".repeat(600)}`,
  ...(
    "|account|//evil.example|///evil.example|/\\evil.example|\\\\evil.example|/%5cevil.example|" +
    "/%2fevil.example|/%252fevil.example|/./\\evil.example|/.//evil.example|/x/..//evil.example|" +
    "https://evil.example|https:evil.example|javascript:alert(1)|data:text/html,x|/%|" +
    "/login|/login?returnUrl=/login|/LOGIN|/%6Cogin|/%256cogin|/login/|/account/../login|" +
    "/account/%2e%2e/login|/auth/callback?code=x|/api/logout|/account/../api/logout|/demo/mail|/demo"
  ).split("|"),
];
test.each(REFUSED)("%.40j is refused, so that the visitor goes home", (returnUrl) => {
  expect(returnPathOf({ returnUrl })).toBe("/");
  expect(returnPathOf({ redirect: returnUrl })).toBe("/");
});

test.each([
  ["/account", "/account"],
  ["/account?billing=failed#files", "/account?billing=failed#files"],
  ["/admin", "/admin"],
  ["/x/../account", "/account"],
  ["/loginx", "/loginx"],
  ["/files/7/Month-1-%28A4%29.pdf", "/files/7/Month-1-%28A4%29.pdf"],
])("%j leads to %j", (returnUrl, path) => {
  expect(returnPathOf({ returnUrl })).toBe(path);
});

test("`returnUrl` counts before `redirect`, unless it is refused", () => {
  expect(returnPathOf({ returnUrl: "/account", redirect: "/contact" })).toBe("/account");
  expect(returnPathOf({ returnUrl: "//evil.example", redirect: "/contact" })).toBe("/contact");
  expect(returnPathOf({ redirect: "/contact" })).toBe("/contact");
  expect(returnPathOf({})).toBe("/");
});

test("the way to the sign-in page and back", () => {
  expect(loginPathTo("/account?x=1&y=2")).toBe("/login?returnUrl=%2Faccount%3Fx%3D1%26y%3D2");
  expect(loginPathTo("/")).toBe("/login");
});

test("whatever is asked for, the answer stays on this site", () => {
  const PARTS =
    "/ \\ . .. // %2f %5c %2e %09 : @ ? # evil.example javascript: https: account login \t \n \u2028 ／";
  const part = fc.oneof(fc.constantFrom(...PARTS.split(" ")), fc.string({ maxLength: 4 }));
  const hostile = fc.array(part).map((parts) => parts.join(""));
  const origin = "https://papercub.example";
  fc.assert(
    fc.property(hostile, (returnUrl) => {
      const path = returnPathOf({ returnUrl });
      const url = new URL(path, origin);
      expect(path.startsWith("/")).toBe(true);
      expect(url.origin).toBe(origin);
      expect(url.pathname).not.toMatch(/^\/(login|auth|api|demo)(\/|$)/i);
    }),
    { numRuns: 2000 },
  );
});
