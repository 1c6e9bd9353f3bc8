import { expect, test } from "vitest";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { openBrowser } from "../../support/browser.ts";
import { signIn } from "../../support/shop.ts";
import { makePdf, openUploads, PICTURES, sendFile } from "../../support/uploads.ts";

const PNG = PICTURES["image/png"];
const pdf = await makePdf(2);

test("a PDF is counted and served only to administrators", async () => {
  const { admin, kept, ...t } = openUploads();
  const answer = await sendFile(admin, "file", pdf, { fileName: "Month 1.png" });
  const upload = (await answer.json()) as Upload;
  expect(upload).toMatchObject({ name: "Month-1.pdf", type: "application/pdf" });
  expect(kept().rows).toMatchObject([{ pages: 2, bytes: pdf.length }]);
  for (const browser of [openBrowser(t), signIn(t, "buyer@example.com")]) {
    expect((await browser.get(upload.url)).status).toBe(404);
  }
  const shown = await admin.get(upload.url);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(pdf);
  expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
  // WebKitGTK's PDF viewer sets its size with style attributes.
  expect(shown.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'",
  );
  const head = await admin.send(upload.url, { method: "HEAD" });
  expect(head.headers.get("Content-Length")).toBe(String(pdf.length));
});

test("a version of a file that was never sent in has the same URL", async () => {
  const { admin, addProduct, db } = openUploads();
  await addProduct({ name: "Pack", price: 100, contents: ["%PDF-1.7 pages"] });
  const sha256 = db.sqlite.prepare("SELECT sha256 FROM file_versions").pluck().get();
  expect((await admin.get(`/uploads/${sha256}/pack.pdf`)).status).toBe(200);
  expect((await admin.get(`/uploads/${"0".repeat(64)}/pack.pdf`)).status).toBe(404);
});

test("the name in its URL does not decide the type of an upload", async () => {
  const { admin } = openUploads();
  const { url } = (await (await sendFile(admin, "media", PNG)).json()) as Upload;
  for (const name of ["page.html", "drawing.svg", "script.js"]) {
    const answer = await admin.get(url.replace(/[^/]+$/, name));
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
});
