import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "hono";
import { uploadRefusals } from "../contract/admin-messages.ts";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

/** The only file of a posted form. Its content is a stream that can be read once. */
export type UploadedFile = { name: string; content: AsyncGenerator<Uint8Array, undefined> };

const FIELD = "file";
const FORM_TYPE = /^multipart\/form-data\b/i;
const MOST_HEADER_BYTES = 8192;
/** Allowance for the multipart framing around the file. */
const FORM_BYTES = 2 * MOST_HEADER_BYTES;

/**
 * Streams the field `file` of a multipart body, at most `mostBytes`, without buffering the file. Throws
 * AppError `too_large`, `wrong_type`, `malformed` for a truncated body, and `invalid` unless there is exactly
 * one file. Reading `content` throws the same errors.
 */
export async function readUploadedFile(c: Context, mostBytes: number): Promise<UploadedFile> {
  const form = openForm(c.req.header("Content-Type") ?? "", mostBytes);
  if (Number(c.req.header("Content-Length") ?? 0) > mostBytes + FORM_BYTES) throw tooLarge();
  const content = contentOf(form, c.req.raw.body, mostBytes + FORM_BYTES);
  // The parser emits the file's header before its first bytes.
  const first = await content.next();
  const name = form.name();
  if (name === undefined) throw notOne();
  return { name, content: startingWith(first, content) };
}

type Form = ReturnType<typeof openForm>;

/** Parser that collects the file's bytes. `refused` rejects when the form is refused. */
function openForm(type: string, mostBytes: number) {
  const parser = createParser(type, mostBytes);
  const refused = Promise.withResolvers<never>();
  // Prevents an unhandled rejection while no code awaits it.
  refused.promise.catch(() => {});
  let name: string | undefined;
  let chunks: Uint8Array[] = [];
  parser.on("file", (field, file, fileName) => {
    if (field !== FIELD) refused.reject(notOne());
    name ??= fileName ?? "";
    file.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    file.on("limit", () => refused.reject(tooLarge()));
    // The parser emits the same error.
    file.on("error", () => {});
  });
  parser.on("field", () => refused.reject(notOne()));
  parser.on("partsLimit", () => refused.reject(notOne()));
  parser.on("error", () => refused.reject(new AppError("malformed", uploadRefusals.cutShort)));
  return {
    parser,
    refused: refused.promise,
    name: () => name,
    /** Returns the bytes received since the last call. */
    take(): Uint8Array[] {
      const taken = chunks;
      chunks = [];
      return taken;
    },
  };
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

async function* contentOf(
  { parser, refused, take }: Form,
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  const finished = new Promise<void>((resolve) => parser.once("finish", resolve));
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      // A lost connection ends the body; the parser detects a truncated form.
      const { value } = (await reader?.read().catch(() => undefined)) ?? {};
      if (!value) break;
      bytes += value.byteLength;
      if (bytes > mostBytes) throw tooLarge();
      const written = new Promise<void>((resolve) => parser.write(value, () => resolve()));
      await Promise.race([refused, written]);
      yield* take();
    }
    parser.end();
    await Promise.race([refused, finished]);
    yield* take();
  } finally {
    parser.destroy();
    await reader?.cancel().catch(() => {});
  }
}

async function* startingWith(
  first: IteratorResult<Uint8Array, undefined>,
  rest: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function notOne(): AppError {
  const text = uploadRefusals.notOne;
  return new AppError("invalid", text, { errors: { [FIELD]: [text] } });
}

function tooLarge(): AppError {
  return new AppError("too_large", refusals.tooLarge);
}
