import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "hono";
import { uploadRefusals } from "../domain/files/refusals.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

/** The only file of a multipart form. Its content can be read once. */
type UploadedFile = { name: string; content: AsyncGenerator<Uint8Array, undefined> };

const FIELD = "file";
const FORM_TYPE = /^multipart\/form-data\b/i;
const MOST_HEADER_BYTES = 8192;
/** Allowance for the multipart framing around the file. */
const FORM_BYTES = 2 * MOST_HEADER_BYTES;

/** Streams the only file of a form. This call and reading `content` throw AppError. */
export async function readUploadedFile(c: Context, mostBytes: number): Promise<UploadedFile> {
  const parser = createParser(c.req.header("Content-Type") ?? "", mostBytes);
  const most = mostBytes + FORM_BYTES;
  if (Number(c.req.header("Content-Length") ?? 0) > most) throw tooLarge();
  const opened = Promise.withResolvers<{ name: string; file: BusboyFileStream }>();
  const refuse = (error: AppError) => void parser.destroy(error);
  parser.on("file", (field, file, name) => {
    if (field !== FIELD) refuse(notOne());
    file.on("limit", () => refuse(tooLarge()));
    // Ignored, because the parser emits the same error.
    file.on("error", () => {});
    opened.resolve({ name: name ?? "", file });
  });
  parser.on("field", () => refuse(notOne()));
  parser.on("partsLimit", () => refuse(notOne()));
  const parsed = pipeline(Readable.from(chunksOf(c.req.raw.body, most)), parser).catch((cause) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError("malformed", uploadRefusals.cutShort, { cause });
  });
  const ended = parsed.then(() => Promise.reject(notOne()));
  const { name, file } = await Promise.race([opened.promise, ended]);
  parsed.catch(() => void file.destroy());
  return { name, content: contentOf(file, parsed, parser) };
}

function createParser(type: string, fileSize: number): BusboyInstance {
  try {
    if (!FORM_TYPE.test(type)) throw new Error("The body is not such a form.");
    return new Busboy({
      headers: { "content-type": type },
      limits: { fileSize, parts: 1, headerSize: MOST_HEADER_BYTES },
    });
  } catch (cause) {
    throw new AppError("wrong_type", uploadRefusals.noForm, { cause });
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null, most: number) {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLarge();
    yield chunk;
  }
}

async function* contentOf(
  file: BusboyFileStream,
  parsed: Promise<void>,
  parser: BusboyInstance,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    // After an error `parsed` rejects with its cause.
    yield* file as AsyncIterable<Uint8Array>;
    await parsed;
  } catch {
    await parsed;
  } finally {
    parser.destroy();
  }
  return undefined;
}

function notOne(): AppError {
  const text = uploadRefusals.notOne;
  return new AppError("invalid", text, { errors: { [FIELD]: [text] } });
}

function tooLarge(): AppError {
  return new AppError("too_large", buyerRefusals.tooLarge);
}
