import { existsSync, readdirSync } from "node:fs";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { users } from "../../db/schema.ts";
import { uploads } from "../../db/store-schema.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import type { Browser } from "./browser.ts";
import { createTestApp, SITE } from "./create-test-app.ts";
import { signIn } from "./shop.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

const drawn = sharp({ create: { width: 3, height: 2, channels: 3, background: "teal" } });

/** A small picture of each type, without metadata. */
export const PICTURES = {
  "image/png": await drawn.clone().png().toBuffer(),
  "image/jpeg": await drawn.clone().jpeg().toBuffer(),
  "image/webp": await drawn.clone().webp().toBuffer(),
  "image/avif": await drawn.clone().avif().toBuffer(),
};

export async function makePdf(pages: number, { packed = true } = {}): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page++) document.addPage([200, 200]);
  return Buffer.from(await document.save({ useObjectStreams: packed }));
}

export function sendFile(
  browser: Browser,
  kind: "media" | "file",
  bytes: Uint8Array,
  { name = "file", fileName = "cover.png" } = {},
): Promise<Response> {
  const body = new FormData();
  body.append(name, new Blob([new Uint8Array(bytes)]), fileName);
  return sendForm(browser, kind, body);
}

export const sendForm = (browser: Browser, kind: "media" | "file", body: BodyInit, type?: string) =>
  browser.send(`/api/upload/${kind}`, {
    method: "POST",
    headers: { Origin: SITE, ...(type && { "Content-Type": type }) },
    body,
  });

/** Returns a one-page PDF of exactly this size. */
export function largePdf(bytes: number): Buffer {
  const parts = [
    "%PDF-1.7\n",
    "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n",
    "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n",
    "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n",
  ];
  const offsets = [1, 2, 3].map((nth) => parts.slice(0, nth).join("").length);
  const head = latin1(parts.join(""));
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const tail = (start: number) =>
    `\nxref\n0 4\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size 4/Root 1 0 R>>\n` +
    `startxref\n${start}\n%%EOF\n`;
  const start = bytes - tail(bytes).length + 1;
  const file = Buffer.alloc(bytes, "%");
  head.copy(file);
  latin1(tail(start)).copy(file, start - 1);
  return file;
}

/** Opens a shop with an administrator's browser; `kept` lists the stored uploads. */
export function openUploads() {
  const t = createTestApp();
  const admin = signIn(t, "owner@example.com");
  t.db.update(users).set({ isAdmin: true }).run();
  const folder = pathsOf(t.deps.config.dataDir).files;
  const kept = () => {
    const rows = t.db.select().from(uploads).all();
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return { rows, files };
  };
  return { ...t, admin, kept };
}
