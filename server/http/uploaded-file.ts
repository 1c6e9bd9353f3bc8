import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "hono";
import { uploadRefusals } from "../contract/admin-messages.ts";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

/** The one file of a posted form; its bytes come as they arrive, and are read once. */
export type UploadedFile = { name: string; content: AsyncGenerator<Uint8Array, undefined> };

const FIELD = "file";
const FORM_TYPE = /^multipart\/form-data\b/i;
const MOST_HEADER_BYTES = 8192;
/** For what is around the file in the body. */
const FORM_BYTES = 2 * MOST_HEADER_BYTES;

/**
 * The file of a multipart body's field `file`, of at most `mostBytes`. Holds no more of it in memory than
 * arrives at once. Throws AppError `too_large` at the announced length already, `wrong_type` for another
 * body, `malformed` for one that is cut short, and `invalid` where there is not exactly one file; so does
 * `content` while it is read.
 */
export async function readUploadedFile(c: Context, mostBytes: number): Promise<UploadedFile> {
  const form = openForm(c.req.header("Content-Type") ?? "", mostBytes);
  if (Number(c.req.header("Content-Length") ?? 0) > mostBytes + FORM_BYTES) throw tooLarge();
  const content = contentOf(form, c.req.raw.body, mostBytes + FORM_BYTES);
  // The head of the file comes before its first bytes.
  const first = await content.next();
  const name = form.name();
  if (name === undefined) throw notOne();
  return { name, content: startingWith(first, content) };
}

type Form = ReturnType<typeof openForm>;

/** A parser that collects the file's bytes; `refused` rejects once the form is refused. */
function openForm(type: string, mostBytes: number) {
  const parser = createParser(type, mostBytes);
  const refused = Promise.withResolvers<never>();
  // It may be refused while nothing waits for it.
  refused.promise.catch(() => {});
  let name: string | undefined;
  let chunks: Uint8Array[] = [];
  parser.on("file", (field, file, fileName) => {
    if (field !== FIELD) refused.reject(notOne());
    name ??= fileName ?? "";
    file.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    file.on("limit", () => refused.reject(tooLarge()));
    // The parser itself has the same error.
    file.on("error", () => {});
  });
  parser.on("field", () => refused.reject(notOne()));
  parser.on("partsLimit", () => refused.reject(notOne()));
  parser.on("error", () => refused.reject(new AppError("malformed", uploadRefusals.cutShort)));
  return {
    parser,
    refused: refused.promise,
    name: () => name,
    /** The bytes that came since the last call. */
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
      // A connection that is lost ends the body; the parser knows whether the form is whole.
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
