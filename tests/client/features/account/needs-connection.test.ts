import { expect, test } from "vitest";
import { needsConnection } from "../../../../client/features/account/offline/connection.tsx";

const here = new URL("https://papercub.example/account?source=pwa");

function aLink(href: string, dataset: DOMStringMap = {}) {
  const { origin, pathname, search, hash } = new URL(href, here);
  return { href, origin, pathname, search, hash, dataset };
}

test.each([
  ["/", true],
  ["/contact", true],
  ["/account", true],
  ["/files/7/Month-1.pdf", true],
  ["/account#content", true],
  ["#content", false],
  ["mailto:hello@papercub.example", false],
  ["https://elsewhere.example/", false],
])("%s needs a connection: %s", (href, needs) => {
  expect(needsConnection(aLink(href), here)).toBe(needs);
});

test("a file on this device needs none", () => {
  expect(needsConnection(aLink("/files/7/Month-1.pdf", { saved: "" }), here)).toBe(false);
});
