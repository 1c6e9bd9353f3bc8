import { expect, test, vi } from "vitest";
import { sendAs } from "../../../../client/admin/pending/send-entry.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";
import { openOutboxShop } from "../../../support/outbox-world.ts";

const SENT = { n: 1, at: 0, tries: 1, state: "waiting", label: "Ann", row: -7 } as const;

test("an edit is sent under the name of its user alone, also in the session of another", async () => {
  const { admins } = openOutboxShop();
  const [ann, ben] = admins;
  if (!ann || !ben) throw new Error("The shop has no two administrators.");
  const values = { email: "new@example.com" };
  const entry: Entry = {
    ...SENT,
    key: crypto.randomUUID(),
    table: "users",
    kind: "create",
    values,
  };
  const stored = async () => {
    const answer = await ann.get("/api/tables/users?email=new@example.com");
    return ((await answer.json()) as { total: number }).total;
  };
  const signIn = (admin: typeof ann) =>
    vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
      admin.send(path, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          Origin: "http://localhost:3000",
        },
      }),
    );
  signIn(ben);
  expect(await sendAs(ann.userId)(entry, undefined)).toEqual({ kind: "signed-out" });
  expect(await stored()).toBe(0);
  signIn(ann);
  expect(await sendAs(ann.userId)(entry, undefined)).toMatchObject({ kind: "done" });
  expect(await stored()).toBe(1);
});

const ENTRY: Entry = { ...SENT, key: "key", table: "users", kind: "create", values: {} };
const json = (status: number, body: object, headers = {}) =>
  Response.json(body, { status, headers });
const page = (status: number) =>
  new Response("<h1>No</h1>", { status, headers: { "Content-Type": "text/html" } });
const internal = { message: "The disk is full.", code: "internal" };
const retry = (of: "all" | "entry", message?: string, afterMs = 0) =>
  message === undefined ? { kind: "retry", of, afterMs } : { kind: "retry", of, message, afterMs };

test.each([
  ["the store's own 500", json(500, internal), retry("entry", "The disk is full.")],
  ["a 500 without words", json(500, {}), retry("entry", "Failed to create row")],
  ["a 500 that is a page", page(500), retry("entry", "Failed to create row")],
  ["a proxy's page for too large a body", page(413), retry("entry", "Failed to create row")],
  [
    "too many calls",
    json(429, { message: "Wait.", code: "rate_limited" }, { "Retry-After": "7" }),
    retry("all", "Wait.", 7000),
  ],
])(
  "a failed write is told in the store's words, else the catalogue's: %s",
  async (_, answer, outcome) => {
    vi.stubGlobal("fetch", async () => answer);
    expect(await sendAs(1)(ENTRY, undefined)).toEqual(outcome);
  },
);

test.each([
  ["a proxy without its store", page(502)],
  ["a busy store", json(503, { message: "Later.", code: "unavailable" })],
  ["a captive portal", page(200)],
])("a write that the store never judged waits without a text: %s", async (_, answer) => {
  vi.stubGlobal("fetch", async () => answer);
  expect(await sendAs(1)(ENTRY, undefined)).toEqual(retry("all"));
});
