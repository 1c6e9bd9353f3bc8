import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { files } from "../../../../db/schema.ts";
import { fileNameOf, readLink, signLink } from "../../../../server/domain/files/file-links.ts";
import { listen } from "../../../support/listen.ts";
import { buy, local, openShop, readDetail } from "../../../support/shop.ts";

const SECRET = "a-secret-of-thirty-two-characters";
const CLAIM = {
  orderNumber: "K7QM-3XRT",
  productId: 7,
  epoch: 2,
  expiresAt: new Date(1_800_000_000_000),
};

test("a token gives back what was signed, to the second", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (productId, epoch, seconds) => {
        const claim = {
          orderNumber: "K7QM-3XRT",
          productId,
          epoch,
          expiresAt: new Date(seconds * 1000),
        };
        expect(readLink(SECRET, signLink(SECRET, claim))).toEqual(claim);
      },
    ),
  );
});

test("10,000 random changes of a token give nothing", () => {
  const token = signLink(SECRET, CLAIM);
  const place = fc.nat({ max: token.length });
  fc.assert(
    fc.property(place, place, fc.string({ maxLength: 4 }), (start, length, text) => {
      const altered = token.slice(0, start) + text + token.slice(start + (length % 4));
      fc.pre(altered !== token);
      expect(readLink(SECRET, altered)).toBeUndefined();
    }),
    { numRuns: 10_000 },
  );
});

test("a token of another secret gives nothing", () => {
  expect(readLink(`${SECRET}x`, signLink(SECRET, CLAIM))).toBeUndefined();
});

describe("a file's name", () => {
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
  ])("of %j is %j", (title, name) => {
    expect(fileNameOf(title)).toBe(name);
  });

  test("has only letters, digits and inner dashes, whatever the title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (title) => {
        expect(fileNameOf(title)).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9-]{0,79}$/);
      }),
      { numRuns: 5000 },
    );
  });
});

const SPLITTERS = [
  "\r\nSet-Cookie: a=1",
  '"; filename="x.exe',
  "\u0000",
  "\n\n<script>",
  "\u2028",
  "%0d%0aX: 1",
];
const HOSTILE_TITLES = Array.from({ length: 100 }, (_, i) => {
  const splitter = SPLITTERS[i % SPLITTERS.length] ?? "";
  return `${"Book ".repeat(i % 4)}${splitter}${String.fromCodePoint(0x20 + i * 7)}${i}`;
});

test("100 hostile titles never split a header or leave the quotes", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const web = listen(shop);
  for (const title of HOSTILE_TITLES) {
    shop.db.write((tx) => updateRow(tx, files, 1, { title }, { actor: "t", now: new Date(0) }));
    const response = await web.fetch(local(item?.fileUrl));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^inline; filename="[a-zA-Z0-9-]{1,80}\.pdf"$/,
    );
    expect(response.headers.has("Set-Cookie")).toBe(false);
    expect(response.headers.has("X")).toBe(false);
  }
});

describe("a hostile path", () => {
  const PARTS =
    "%2e%2e . .. %2e%2e%2f ..%5c ..; %00 %0d%0aX-Evil:%201 a%0ab %22;x= %ff %c0%ae %e2%80%8f %";
  const NAMES = [
    PARTS.split(" ").flatMap((part) => [
      `${part}.pdf`,
      `x${part}y.pdf`,
      `${part}/${part}/secret.pdf`,
      `x.pdf/${part}`,
    ]),
    ["con.pdf", ".pdf", "x.PDF", "x.pdf.exe", "x.pdf%00.exe", "a%20b.pdf", "*.pdf", "x.pdf%20"],
    ["%F0%9F%A6%96.pdf", "x.pdf;y"],
    Array.from({ length: 40 }, (_, i) => `%${(i * 6 + 1).toString(16).padStart(2, "0")}name.pdf`),
  ].flat();

  test(`of ${NAMES.length} is the right file or nothing`, async () => {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    const good = local(item?.fileUrl);
    const [, query = ""] = good.split("?");
    const { server } = listen(shop);
    for (const name of NAMES) {
      const raw = await sendRaw(server.port ?? 0, `/files/1/${name}?${query}`);
      const [head = "", body] = raw.split("\r\n\r\n");
      const status = Number(head.split(" ")[1]);
      expect([200, 400, 404], `${name}: ${status}`).toContain(status);
      expect(head.toLowerCase(), name).not.toMatch(/^x-evil:/m);
      if (status === 200) {
        expect(body, name).toBe("%PDF-1.7 month one");
        expect(head, name).toContain('filename="Premium-Pack-1.pdf"');
      }
    }
    expect(NAMES.length).toBeGreaterThanOrEqual(100);
  });

  test.each([
    "/files/../package.json",
    "/files/%2e%2e/%2e%2e/etc/passwd",
    "/files/1/../../../../etc/passwd",
    "/files//etc/passwd.pdf",
    "/files/-1/x.pdf",
    "/files/1e3/x.pdf",
    "/files/0x1/x.pdf",
    "/files/1.0/x.pdf",
    "/files/product/../1/x.zip",
    "/files/product/1/x.pdf",
    "/files/__proto__/x.pdf",
  ])("%s is 404", async (path) => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack] });
    const { server } = listen(shop);
    const raw = await sendRaw(server.port ?? 0, path);
    expect(raw).toMatch(/^HTTP\/1\.1 404 /);
    expect(raw).not.toMatch(/root:|"name": "papercub"|%PDF/);
  });
});

/** Sends a GET as it is written: `fetch` would tidy the path up. */
function sendRaw(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
    });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", () => resolve(Buffer.concat(chunks).toString()));
    socket.on("error", reject);
  });
}
