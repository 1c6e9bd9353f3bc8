import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dispositionOf,
  fileNameOf,
  readLink,
  savedNameOf,
  signLink,
} from "../../../../server/domain/files/links.ts";
import { listen } from "../../../support/listen.ts";
import { rawRequest } from "../../../support/raw-request.ts";
import { buy, local, openShop, readDetail } from "../../../support/shop.ts";

const SECRET = "a-secret-of-thirty-two-characters";
const CLAIM = {
  orderNumber: "K7QM-3XRT",
  productId: 7,
  epoch: 2,
  expiresAt: new Date(1_800_000_000_000),
};

test("a token gives back what was signed, to the second, and nothing with another secret", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (productId, epoch, seconds) => {
        const claim = { ...CLAIM, productId, epoch, expiresAt: new Date(seconds * 1000) };
        expect(readLink(SECRET, signLink(SECRET, claim))).toEqual(claim);
        expect(readLink(`${SECRET}x`, signLink(SECRET, claim))).toBeUndefined();
      },
    ),
  );
});

test.each([
  ["Month 1 (A4)", "Month-1-A4"],
  ["Café Ñandú", "Cafe-Nandu"],
  ["  spaces  ", "spaces"],
  ["ﬁne print", "fine-print"],
  ["азбука", "printable"],
  ["", "printable"],
  ["---", "printable"],
  ["../../etc/passwd", "etc-passwd"],
  ["x".repeat(200), "x".repeat(80)],
])("the file name of %j is %j", (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});

test.each([
  ["Month 1 (A4)", 'inline; filename="Month-1-A4.pdf"'],
  [
    "азбука",
    "inline; filename=\"printable.pdf\"; filename*=UTF-8''%D0%B0%D0%B7%D0%B1%D1%83%D0%BA%D0%B0.pdf",
  ],
  ["Straße 7", "inline; filename=\"Stra-e-7.pdf\"; filename*=UTF-8''Stra%C3%9Fe-7.pdf"],
  ["ﬁne print", 'inline; filename="fine-print.pdf"'],
  ["🐻", 'inline; filename="printable.pdf"'],
])("the title %j is sent as %s", (title, header) => {
  expect(dispositionOf("inline", { title, ending: "pdf" })).toBe(header);
});

const HEADER =
  /^inline; filename="[a-zA-Z0-9-]{1,80}\.pdf"(?:; filename\*=UTF-8''(?:[\w.-]|%[\dA-F]{2})+\.pdf)?$/;
test("whatever the title, its header is ASCII of one line, and no name is longer than file systems take", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (title) => {
      expect(dispositionOf("inline", { title, ending: "pdf" })).toMatch(HEADER);
      expect(Buffer.byteLength(savedNameOf(title))).toBeLessThanOrEqual(240);
    }),
    { numRuns: 2000 },
  );
});

test("a file name has only letters, digits and inner dashes, whatever the title", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (title) => {
      expect(fileNameOf(title)).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9-]{0,79}$/);
    }),
    { numRuns: 5000 },
  );
});

/** Starts a shop on a real port and returns the link of a purchased file. */
async function served() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const { server, fetch } = listen(shop);
  /** Sends a GET with the path unchanged; `fetch` would normalize it. */
  const getRaw = (path: string) =>
    rawRequest(
      server.port ?? 0,
      `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
    );
  return { shop, fetch, getRaw, link: local(item?.fileUrl) };
}

describe("a hostile path", () => {
  const PARTS = "%2e%2e . .. %2e%2e%2f ..%5c %00 %0d%0aX-Evil:%201 %22;x= %ff %c0%ae %e2%80%8f %";
  const NAMES = PARTS.split(" ").flatMap((part) => [
    `x${part}y.pdf`,
    `${part}/${part}/secret.pdf`,
    `x.pdf/${part}`,
  ]);

  test(`of ${NAMES.length} is the right file or nothing`, async () => {
    const { getRaw, link } = await served();
    const [, query = ""] = link.split("?");
    for (const name of NAMES) {
      const [head = "", body] = (await getRaw(`/files/1/${name}?${query}`)).split("\r\n\r\n");
      const status = Number(head.split(" ")[1]);
      expect([200, 400, 404], `${name}: ${status}`).toContain(status);
      expect(head.toLowerCase(), name).not.toMatch(/^x-evil:/m);
      if (status !== 200) continue;
      expect(body, name).toBe("%PDF-1.7 month one");
      expect(head, name).toContain('filename="Premium-Pack-1.pdf"');
    }
  });

  test("beside the files is 404", async () => {
    const { getRaw } = await served();
    const PATHS =
      "/files/../package.json /files/%2e%2e/%2e%2e/etc/passwd /files/1/../../../../etc/passwd " +
      "/files//etc/passwd.pdf /files/-1/x.pdf /files/1e3/x.pdf /files/0x1/x.pdf /files/1.0/x.pdf " +
      "/files/product/../1/x.zip /files/product/1/x.pdf /files/__proto__/x.pdf";
    for (const path of PATHS.split(" ")) {
      const raw = await getRaw(path);
      expect(raw, path).toMatch(/^HTTP\/1\.1 404 /);
      expect(raw, path).not.toMatch(/root:|"name": "papercub"|%PDF/);
    }
  });
});
