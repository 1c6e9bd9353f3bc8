import { expect, test } from "vitest";
import { type DeliveryMail, renderDelivery } from "../../../server/emails/delivery.tsx";

const FILE = {
  id: 1,
  title: "Month 1 (A4)",
  paper: "a4" as const,
  pages: 96,
  bytes: 1_234_567,
  sha256: "a".repeat(64),
  url: "https://shop.example/files/1/Month-1-A4.pdf?token=1.1.1.x",
};
const MAIL: DeliveryMail = {
  orderNumber: "K7QM-3XRT",
  customerName: "Anna Maria Buyer",
  totalAmount: 3700,
  currency: "usd",
  supportEmail: "help@shop.example",
  brand: "Acorn & Oak",
  siteUrl: "https://shop.example",
  linksEndAt: new Date("2027-01-20T10:00:00Z"),
  demo: false,
  items: [
    {
      name: "Premium Pack",
      files: [
        FILE,
        { ...FILE, id: 2, title: "Month 1 (US Letter)", paper: "letter", bytes: 840_000 },
      ],
      zipUrl: "https://shop.example/files/product/1/Premium-Pack.zip?token=1.1.1.x",
    },
  ],
};

test("text and HTML say the same: files, sizes, paper, total, the links' end, where to write", async () => {
  const { subject, text, html } = await renderDelivery(MAIL);
  expect(subject).toBe("Your printables are ready (order K7QM-3XRT)");
  const seen = html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const parts = [
    "Acorn & Oak",
    "Hello Anna,",
    "Premium Pack",
    "Month 1",
    "Open A4",
    "96 pages, 1.2 MB",
    "Open US Letter",
    "96 pages, 840 kB",
    FILE.url,
    MAIL.items[0]?.zipUrl ?? "",
    "2.1 MB",
    "K7QM-3XRT",
    "$37.00 USD",
    "January 20, 2027",
    "personal, non-commercial use",
    "help@shop.example",
    "https://shop.example",
  ];
  for (const part of parts) {
    expect(text).toContain(part);
    expect(seen).toContain(part);
  }
  expect(text).not.toMatch(/undefined|null|\[object/);
  expect(html).not.toMatch(/undefined|\[object/);
});

test.each([null, "", "   "])(
  "a buyer without a name (%j) is greeted all the same",
  async (name) => {
    const { text } = await renderDelivery({ ...MAIL, customerName: name });
    expect(text).toMatch(/^Hello, thank you/);
  },
);

test("one file has no ZIP beside it", async () => {
  const [item] = MAIL.items;
  const items = [{ name: "Book", zipUrl: item?.zipUrl ?? null, files: [FILE] }];
  const { text, html } = await renderDelivery({ ...MAIL, items });
  expect(text).not.toContain(".zip");
  expect(html).not.toContain(".zip");
});

test("the demo's mails say that no money has moved, the others do not", async () => {
  const sentence = "This is a demo order: no money has moved.";
  const [real, demo] = await Promise.all([
    renderDelivery(MAIL),
    renderDelivery({ ...MAIL, demo: true }),
  ]);
  expect(real.text + real.html).not.toContain(sentence);
  expect(demo.text).toContain(sentence);
  expect(demo.html).toContain(sentence);
});

test.each([
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</a><a href='https://evil.example'>",
  "{{constructor}}",
])("a name or title like %j stays text", async (hostile) => {
  const [item] = MAIL.items;
  const items = [
    { name: hostile, zipUrl: item?.zipUrl ?? null, files: [{ ...FILE, title: hostile }] },
  ];
  const { html } = await renderDelivery({
    ...MAIL,
    customerName: hostile.replaceAll(" ", ""),
    items,
  });
  expect(html).not.toMatch(/<script|<img|href='https:\/\/evil/);
});

test("loads nothing from anywhere and stays small enough not to be cut off", async () => {
  const files = Array.from({ length: 28 }, (_, i) => ({ ...FILE, id: i }));
  const { html } = await renderDelivery({
    ...MAIL,
    items: [{ name: "Premium Pack", files, zipUrl: MAIL.items[0]?.zipUrl ?? null }],
  });
  expect(html).not.toMatch(/<img|<link|@import|url\(|src=/);
  expect(new TextEncoder().encode(html).byteLength).toBeLessThan(102_000);
});
