import type { Browser } from "./browser.ts";
import { SITE } from "./create-test-app.ts";

/** A request of a test. `holdBody` can split its body. */
export type Sent = {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** Sends a request from this browser; `body` may also be a stream. */
export async function send(
  browser: Pick<Browser, "send">,
  { method, path, body, headers }: Omit<Sent, "body"> & { body?: BodyInit | undefined },
): Promise<{ status: number; reason: unknown; body: Record<string, unknown> }> {
  const init = { method, headers: { Origin: SITE, ...headers }, ...(body && { body }) };
  const answer = await browser.send(path, init);
  const told = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, reason: told["reason"], body: told };
}

/** Body whose second half is sent on `release`; `asked` resolves when the reader requests it. */
export function holdBody(content: Sent["body"] = "{}") {
  const bytes = Buffer.from(content);
  const half = Math.ceil(bytes.length / 2);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const parts = [bytes.subarray(0, half), bytes.subarray(half)];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (!part) return controller.close();
        if (parts.length === 0) {
          asked.resolve();
          await released.promise;
        }
        controller.enqueue(new Uint8Array(part));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, asked: asked.promise, release: () => released.resolve() };
}
