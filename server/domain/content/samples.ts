import type { MoreProduct } from "../../contract/answers.ts";

/** Sample purchase, for previews of pages and mails and for tests. */
export const SAMPLE = {
  orderNumber: "K7QM-3XRT",
  email: "anna@example.com",
  product: "Premium Pack",
  cents: 3700,
  /** Its URL is a path, as on a page. */
  file: {
    id: 1,
    title: "Month 1 (A4)",
    paper: "a4" as const,
    pages: 96,
    bytes: 1_234_567,
    sha256: "a".repeat(64),
    url: "/files/1/Month-1-A4.pdf",
  },
};

/** Returns the sample of "More for you": an upgrade and a product of its own. */
export function sampleMore(currency: string): MoreProduct[] {
  const products = [
    { name: "Classroom Pack", price: 9900, upgrade: { price: 6200, from: SAMPLE.product } },
    { name: "Dinosaur Busy Book", price: 1200, upgrade: null },
  ];
  const common = { description: "", currency, images: [], billingPeriod: null };
  return products.map((product, index) => ({ id: index + 2, ...common, ...product }));
}
