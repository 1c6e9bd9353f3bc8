import { expect, test } from "vitest";
import { needsConnection } from "../../../../client/features/account/offline/connection.tsx";

const here = new URL("https://papercub.example/account?source=pwa");

test.each<[href: string, needs: boolean, dataset?: DOMStringMap]>([
  ["/contact", true],
  ["/account", true],
  ["/account#content", true],
  ["/files/7/Month-1.pdf", true],
  ["/files/7/Month-1.pdf", false, { saved: "" }],
  ["#content", false],
  ["mailto:hello@papercub.example", false],
  ["https://elsewhere.example/", false],
])("%s needs a connection: %s %j", (href, needs, dataset = {}) => {
  const { origin, pathname, search, hash } = new URL(href, here);
  expect(needsConnection({ origin, pathname, search, hash, dataset }, here)).toBe(needs);
});
