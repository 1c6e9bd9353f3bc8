import { PDFDocument } from "@cantoo/pdf-lib";
import type { Browser } from "./browser.ts";
import { SITE } from "./create-test-app.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** The smallest that begin as each kind of picture does. */
export const PICTURES = {
  "image/png": latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01"),
  "image/jpeg": latin1("\xff\xd8\xff\xe0\0\x10JFIF\0"),
  "image/webp": latin1("RIFF\x24\0\0\0WEBPVP8 "),
  "image/avif": latin1("\0\0\0\x20ftypavif\0\0\0\0avifmif1"),
  "image/gif": latin1("GIF89a\x01\0\x01\0"),
};

/** A PDF with so many pages, as programs write them: with its tables compressed, or plain. */
export async function makePdf(pages: number, { packed = true } = {}): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page++) document.addPage([200, 200]);
  return Buffer.from(await document.save({ useObjectStreams: packed }));
}

/** Sends a file as a browser's form does. */
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
