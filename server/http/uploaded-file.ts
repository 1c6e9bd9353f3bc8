import type { Context } from "hono";
import { uploadRefusals } from "../contract/admin-messages.ts";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

/** The one file of a posted form; its bytes come as they arrive, and are read once. */
export type UploadedFile = { name: string; content: AsyncGenerator<Uint8Array> };

const FIELD = "file";
const FORM_TYPE = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))/i;
const MOST_HEADER_BYTES = 8192;
/** What stands around the file in the body. */
const FORM_BYTES = 2 * MOST_HEADER_BYTES;

/**
 * The file that a multipart body brings in its field `file`, of which at most `mostBytes` are taken. No
 * more of it than a part at a time is held in memory. Throws AppError `too_large` at the announced
 * length already, `wrong_type` for another body, and `invalid` where there is not exactly one file; its
 * content throws the same when it comes to that.
 */
export async function readUploadedFile(c: Context, mostBytes: number): Promise<UploadedFile> {
  const [, quoted, plain] = FORM_TYPE.exec(c.req.header("Content-Type") ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new AppError("wrong_type", uploadRefusals.noForm);
  if (Number(c.req.header("Content-Length") ?? 0) > mostBytes + FORM_BYTES) throw tooLarge();
  const body = readerOf(c.req.raw.body, mostBytes + FORM_BYTES);
  try {
    const delimiter = `\r\n--${boundary}`;
    await body.textUpTo(delimiter, 0);
    if ((await body.textUpTo("\r\n", 0)) !== "") throw notOne();
    const head = await body.textUpTo("\r\n\r\n", MOST_HEADER_BYTES);
    const name = fileNameIn(head);
    if (name === undefined) throw notOne();
    return { name, content: contentOf(body, { delimiter, mostBytes }) };
  } catch (error) {
    await body.cancel();
    throw error;
  }
}

/** The name of the file that a part brings; undefined for one that is no file of this field. */
function fileNameIn(head: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? "";
  if (/[\s;]name="?([^";]*)"?/i.exec(disposition)?.[1] !== FIELD) return undefined;
  return /\bfilename="([^"]*)"/i.exec(disposition)?.[1];
}

type Body = ReturnType<typeof readerOf>;

async function* contentOf(
  body: Body,
  { delimiter, mostBytes }: { delimiter: string; mostBytes: number },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const part of body.upTo(delimiter)) {
      bytes += part.byteLength;
      if (bytes > mostBytes) throw tooLarge();
      yield part;
    }
    // Anything but the end of the form would be another field.
    await body.textUpTo("--", 0).catch(() => {
      throw notOne();
    });
  } finally {
    await body.cancel();
  }
}

/** Reads a body part by part, up to marks in it. It begins as if a line had ended before it. */
function readerOf(stream: ReadableStream<Uint8Array> | null, mostBytes: number) {
  const source = stream?.getReader();
  let held: Buffer = Buffer.from("\r\n");
  let read = 0;

  async function more(): Promise<void> {
    // What ends in the middle was cut short on its way.
    const { value } = (await source?.read().catch(() => undefined)) ?? {};
    if (!value) throw new AppError("malformed", uploadRefusals.cutShort);
    read += value.byteLength;
    if (read > mostBytes) throw tooLarge();
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
  }

  /** What stands before the mark, which is taken as well. */
  async function* upTo(mark: string): AsyncGenerator<Buffer> {
    for (;;) {
      const end = held.indexOf(mark, 0, "latin1");
      const ready = end < 0 ? held.length - mark.length + 1 : end;
      if (ready > 0) yield held.subarray(0, ready);
      held = held.subarray(Math.max(0, ready) + (end < 0 ? 0 : mark.length));
      if (end >= 0) return;
      await more();
    }
  }

  return {
    upTo,
    async textUpTo(mark: string, mostLength: number): Promise<string> {
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of upTo(mark)) {
        length += part.length;
        if (length > mostLength) throw notOne();
        parts.push(part);
      }
      return Buffer.concat(parts).toString("utf8");
    },
    /** What is left is not read any more. */
    cancel: async () => void (await source?.cancel().catch(() => {})),
  };
}

function notOne(): AppError {
  const text = uploadRefusals.notOne;
  return new AppError("invalid", text, { errors: { [FIELD]: [text] } });
}

function tooLarge(): AppError {
  return new AppError("too_large", refusals.tooLarge);
}
