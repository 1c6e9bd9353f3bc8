import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { openBrowser } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { makePdf, openUploads, PICTURES, sendFile, sendForm } from "../../support/uploads.ts";

const MB = 1024 * 1024;
const PNG = PICTURES["image/png"];
const pdf = await makePdf(2);

const photo = readFileSync(join(import.meta.dirname, "../domain/files/photo-with-gps.jpg"));

const asText = (value: string) => Buffer.from(value, "latin1");
const padded = (head: Uint8Array, length: number) => {
  const bytes = Buffer.alloc(length);
  bytes.set(head);
  return bytes;
};

const REFUSED: [name: string, kind: "media" | "file", bytes: Uint8Array, fileName: string][] = [
  ["an empty picture", "media", asText(""), "a.png"],
  ["a web page called a picture", "media", asText("<html><script>alert(1)</script>"), "a.png"],
  ["a drawing that can carry a script", "media", asText("<svg onload='alert(1)'/>"), "a.svg"],
  ["a video", "media", asText("\0\0\0\x18ftypmp42\0\0\0\0isommp42"), "a.avif"],
  ["an animation", "media", asText("GIF89a"), "a.gif"],
  ["a photo that shows where it was taken", "media", photo, "a.jpg"],
  ["a PDF where pictures go", "media", pdf, "a.png"],
  ["a picture where PDFs go", "file", PNG, "a.pdf"],
  ["a PDF in name alone", "file", asText("%PDF-1.7\n<script>"), "a.pdf"],
];

test.each(REFUSED)(
  "%s is refused and leaves nothing behind",
  async (_name, kind, bytes, fileName) => {
    const { admin, kept } = openUploads();
    const answer = await sendFile(admin, kind, bytes, { fileName });
    expect(answer.status).toBe(422);
    const message = expect.stringMatching(
      /^(?:This (?:file|isn't|PDF|picture)|GIFs|The store can't find the pages)/,
    );
    expect(await answer.json()).toMatchObject({
      message,
      code: "invalid",
      errors: { file: [message] },
    });
    expect(kept()).toEqual({ rows: [], files: [] });
  },
);

const BOUNDARY = "----x";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (head: string, content: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`;
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"';
const END = `--${BOUNDARY}--\r\n`;
const image = PNG.toString("latin1");

const BAD_FORMS: [name: string, status: number, body: string, type: string][] = [
  ["JSON", 415, "{}", "application/json"],
  ["a form without files", 415, "file=a", "application/x-www-form-urlencoded"],
  ["a form without its boundary", 415, part(FILE, image) + END, "multipart/form-data"],
  ["no file", 422, END, TYPE],
  ["two files", 422, part(FILE, image) + part(FILE, image) + END, TYPE],
  ["a file and a field", 422, `${part(FILE, image)}${part("name=a", "b")}${END}`, TYPE],
  [
    "a field instead of a file",
    422,
    part('Content-Disposition: form-data; name="file"', "a") + END,
    TYPE,
  ],
  ["a head without an end", 400, `--${BOUNDARY}\r\n${"x".repeat(9000)}`, TYPE],
  ["a body that stops", 400, part(FILE, image), TYPE],
  ["no body", 400, "", TYPE],
];

test.each(BAD_FORMS)("%s is refused by %d", async (_name, status, body, type) => {
  const { admin, kept } = openUploads();
  const answer = await sendForm(admin, "media", asText(body), type);
  expect(answer.status).toBe(status);
  expect(kept()).toEqual({ rows: [], files: [] });
});

const OTHER_CLIENTS: [name: string, body: string, type?: string][] = [
  ["a name without quotes", part(FILE.replaceAll('"', ""), image) + END],
  [
    "a file name in UTF-8 alone",
    part(FILE.replace(/filename=.*/, "filename*=UTF-8''a.png"), image) + END,
  ],
  ["words before and after the form", `hello\r\n${part(FILE, image)}${END}bye`],
  ["a boundary in quotes", part(FILE, image) + END, TYPE.replace(/=(.*)/, '="$1"')],
];

test.each(OTHER_CLIENTS)("a form with %s is taken", async (_name, body, type = TYPE) => {
  const { admin } = openUploads();
  const answer = await sendForm(admin, "media", asText(body), type);
  expect(await answer.json()).toMatchObject({ name: "a.png", bytes: PNG.length });
});

/** Streams a multipart body of this size; `sent` returns the bytes read so far. */
function endless(bytes: number) {
  let sent = 0;
  const head = asText(`--${BOUNDARY}\r\n${FILE}\r\n\r\n${image}`);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= bytes) return controller.close();
      const chunk = sent === 0 ? head : new Uint8Array(MB);
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { body, sent: () => sent };
}

test.each([
  ["media", 10],
  ["file", 100],
] as const)("2 GB of %s are refused: announced unread, else after %d MB", async (kind, most) => {
  const { admin, kept } = openUploads();
  const path = `/api/upload/${kind}`;
  const headers = { Origin: SITE, "Content-Type": TYPE };
  const announced = endless(2048 * MB);
  const length = { "Content-Length": String(2048 * MB) };
  const refused = await admin.send(path, {
    method: "POST",
    headers: { ...headers, ...length },
    body: announced.body,
  });
  expect([refused.status, announced.sent() < 4 * MB]).toEqual([413, true]);
  const silent = endless(2048 * MB);
  const later = await admin.send(path, { method: "POST", headers, body: silent.body });
  expect([later.status, silent.sent() < (most + 4) * MB]).toEqual([413, true]);
  expect(kept()).toEqual({ rows: [], files: [] });
});

test("a picture may have 10 MB and not one byte more", async () => {
  const { admin } = openUploads();
  const sizes = [10 * MB, 10 * MB + 1];
  const answers = sizes.map((size) => sendFile(admin, "media", padded(PNG, size)));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 413]);
});

test("a connection that is lost in the middle leaves nothing behind", async () => {
  const { admin, kept } = openUploads();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(asText(`--${BOUNDARY}\r\n${FILE}\r\n\r\n${image}`));
      setTimeout(() => controller.error(new Error("The connection is gone.")), 20);
    },
  });
  expect((await sendForm(admin, "media", body, TYPE)).status).toBe(400);
  expect(kept()).toEqual({ rows: [], files: [] });
});

test.each(Object.entries(PICTURES))(
  "%s is what its bytes say, and shown to all",
  async (type, bytes) => {
    const { admin, kept, ...t } = openUploads();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const answer = await sendFile(admin, "media", bytes, { fileName: "../../Grüße & <b>.exe" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const upload = (await answer.json()) as Upload;
    expect(upload).toMatchObject({ bytes: bytes.length, type, sha256, fileUrl: upload.url });
    expect(upload.name).toMatch(/^Gru-e-b\.(?:png|jpg|webp|avif)$/);
    expect(upload.url).toBe(`/uploads/${sha256}/${upload.name}`);
    const visitor = openBrowser(t);
    const shown = await visitor.get(upload.url);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    });
    expect(shown.headers.getSetCookie()).toEqual([]);
    expect(kept().rows).toMatchObject([{ sha256, type, pages: null }]);
  },
);

const NAMES: [string, string][] = [
  ["/etc/passwd", "passwd.png"],
  ["C:\\Users\\x\\cover.JPEG", "cover.png"],
  ["../../..", "printable.png"],
];

test.each(NAMES)("the name %j is kept as %s", async (fileName, name) => {
  const { admin } = openUploads();
  const answer = await sendFile(admin, "media", PNG, { fileName });
  expect(await answer.json()).toMatchObject({ name, url: expect.stringMatching(/^[\w/.-]+$/) });
});

test("the same bytes are one upload, however often and at once they come", async () => {
  const { admin, kept } = openUploads();
  const names = ["first.png", "second.png", "third.png"];
  const first = await (await sendFile(admin, "media", PNG, { fileName: "a.png" })).json();
  const answers = names.map((fileName) => sendFile(admin, "media", PNG, { fileName }));
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, await answer.json()]).toEqual([201, first]);
  }
  const { rows, files } = kept();
  expect([rows.length, files.length]).toEqual([1, 1]);
});

test("a slow upload arrives whole, byte by byte beside a fast one", async () => {
  const { admin, kept } = openUploads();
  const content = `\r\n--${BOUNDARY.slice(0, -1)} is none\r\n${pdf.toString("latin1")}`;
  const whole = asText(part(FILE, content) + END);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const byte of whole) {
        await Bun.sleep(0);
        controller.enqueue(new Uint8Array([byte]));
      }
      controller.close();
    },
  });
  const [slow, fast] = await Promise.all([
    sendForm(admin, "file", body, TYPE),
    sendFile(admin, "media", PICTURES["image/webp"]),
  ]);
  expect([slow.status, fast.status]).toEqual([201, 201]);
  expect(
    kept()
      .rows.map(({ bytes }) => bytes)
      .toSorted((a, b) => a - b),
  ).toEqual([PICTURES["image/webp"].length, content.length]);
});
