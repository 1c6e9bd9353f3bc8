import { request } from "node:https";
import { TLS } from "./proxies.ts";

export type Answer = { status: number; body: Record<string, unknown> };
type Call = { method?: "GET" | "POST"; body?: unknown; headers?: Record<string, string> };

const LIMIT_MS = 30_000;

/**
 * The whole JSON answer of a site on this machine to the nth visitor, who has an address and a connection
 * of their own. Rejects when the connection breaks or nothing comes.
 */
export async function askAs(
  nth: number,
  url: string,
  { method = "GET", body, headers }: Call = {},
): Promise<Answer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const { status, answer } = await new Promise<{ status: number; answer: string }>(
    (resolve, reject) => {
      const sent = request(
        url,
        {
          ...TLS,
          agent: false,
          method,
          localAddress: `127.77.${(nth >> 8) & 255}.${nth & 255}`,
          headers: {
            ...(method === "POST" && {
              "Content-Type": "application/json",
              "Content-Length": Buffer.byteLength(text),
            }),
            ...headers,
          },
        },
        (received) => {
          const parts: Buffer[] = [];
          received.on("data", (part: Buffer) => parts.push(part));
          received.on("error", reject);
          received.on("end", () => {
            resolve({ status: received.statusCode ?? 0, answer: String(Buffer.concat(parts)) });
          });
        },
      );
      sent.setTimeout(LIMIT_MS, () => void sent.destroy(new Error("no answer in time")));
      sent.on("error", reject);
      sent.end(text);
    },
  );
  try {
    return { status, body: JSON.parse(answer) };
  } catch {
    return { status, body: {} };
  }
}
