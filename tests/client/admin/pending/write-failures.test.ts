// Failed writes: the form's message, the state under Pending, and whether the write is retried.
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { BulkRequest } from "../../../../server/contract/tables.ts";
import { adminCalls } from "../../../../client/admin/data/api.ts";
import { actionError, refusalOf, saveRows } from "../../../../client/admin/data/use-writes.tsx";
import { type NewEntry, temporaryId } from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import { CALL_LIMIT_MS, sendAs } from "../../../../client/admin/data/request.ts";
import { adminWords } from "../../../../client/content/admin.ts";
import { outboxWords } from "../../../../client/content/admin-outbox.ts";

const MINUTE_MS = 60_000;
const FAILED = "The text of the call itself.";
const { conflict } = adminWords;

beforeEach(() => {
  vi.useFakeTimers();
  // Fake timers do not cover Node's internal timer of AbortSignal.timeout.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new DOMException("late", "TimeoutError")), ms);
    return stop.signal;
  });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

function openOutbox(answer: () => Promise<Response>) {
  const calls = vi.fn((_path: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
    return Promise.race([answer(), promise]);
  });
  vi.stubGlobal("fetch", calls);
  const store = memoryOutboxStore();
  const outbox = createOutbox({
    store,
    send: sendAs(1, adminCalls),
    withLock: async (run) => Promise.resolve().then(run),
    channel: { post() {}, onMessage() {}, close() {} },
  });
  onTestFinished(outbox.close);
  return { outbox, store, calls };
}

const keyOf = ([, { headers }]: [string, RequestInit]) =>
  new Headers(headers).get("Idempotency-Key");

const USER: NewEntry = {
  kind: "create",
  table: "users",
  row: temporaryId(),
  label: "Ann",
  values: { email: "ann@example.com" },
};
const STORED = { table: "users", row: 7, label: "Ann", version: 1 } as const;
const values = { email: "new@example.com" };
const base = { email: "ann@example.com" };
const WRITES = {
  /** In the form of a new row. */
  create: { write: USER, failed: "Failed to create row" },
  /** In the form of a row, or in one of its cells. */
  update: {
    write: { kind: "update", ...STORED, values, base },
    failed: "Failed to update row",
  },
  delete: { write: { kind: "delete", ...STORED }, failed: "Failed to delete row" },
} satisfies Record<string, { write: NewEntry; failed: string }>;

const json =
  (status: number, body: object, headers = {}) =>
  async () =>
    Response.json(body, { status, headers });
const refusal = (status: number, code: string, more: object = {}) =>
  json(status, { message: "No.", code, ...more });
const page = (status: number) => async () =>
  new Response("<h1>No</h1>", { status, headers: { "Content-Type": "text/html" } });
const failing = (name: string) => () => Promise.reject(new TypeError(name));

type Failure = {
  answer: () => Promise<Response>;
  /** The form closes and the write is saved on this device; otherwise the form shows an error. */
  isQueued?: boolean;
  /** Error in the form of a failed write, else the reason under Pending; FAILED means the error text of the call. */
  text?: string;
  state?: string;
  /** A queued write of a user without a session is not sent. */
  isRetried?: boolean;
};

/** The write may have arrived, or the store accepts no writes at present. */
const queued = (answer: Failure["answer"], text?: string): Failure => {
  return { answer, isQueued: true, isRetried: true, ...(text !== undefined && { text }) };
};
/** The write was refused and waits for a person's decision. */
const failed = (answer: Failure["answer"], text = "No."): Failure => {
  return { answer, text, state: "rejected" };
};
const ended = (answer: Failure["answer"]): Failure => ({ answer, isQueued: true });
const gone = { reason: "unknown_row" };
const silence = () => new Promise<Response>(() => {});

const FAILURES: Record<string, Failure> = {
  "no network": queued(failing("Failed to fetch")),
  DNS: queued(failing("ERR_NAME_NOT_RESOLVED")),
  TLS: queued(failing("ERR_CERT_DATE_INVALID")),
  "captive portal": queued(page(200)),
  "captive portal with 203": queued(page(203)),
  silence: queued(silence, outboxWords.timedOut),
  "408": queued(refusal(408, "too_slow"), "No."),
  "HTML 408": queued(page(408), FAILED),
  "429": queued(refusal(429, "rate_limited"), "No."),
  "HTML 429": queued(page(429), FAILED),
  "HTML 500": queued(page(500), FAILED),
  "JSON 500 of a proxy": queued(json(500, {}), FAILED),
  "HTML 502": queued(page(502), FAILED),
  "503": queued(refusal(503, "unavailable"), "No."),
  "empty 503": queued(async () => new Response(null, { status: 503 }), FAILED),
  "HTML 504": queued(page(504), FAILED),
  "400": failed(refusal(400, "malformed")),
  "403": failed(refusal(403, "forbidden")),
  "HTML 403": failed(page(403), FAILED),
  "404 of a table": failed(refusal(404, "not_found")),
  "HTML 404": failed(page(404), FAILED),
  "409": failed(refusal(409, "conflict")),
  "413": failed(refusal(413, "too_large")),
  "HTML 413": failed(page(413), FAILED),
  "422": failed(refusal(422, "invalid", { errors: { email: ["Wrong."] } })),
  "500": failed(refusal(500, "internal")),
  "401": ended(refusal(401, "unauthorized")),
  "403 of a removed administrator": ended(refusal(403, "forbidden", { reason: "not_admin" })),
  "404": { answer: refusal(404, "not_found", gone), text: conflict.gone, state: "gone" },
  "412": { answer: refusal(412, "changed"), text: conflict.heading, state: "conflict" },
};

const CASES = Object.entries(FAILURES).flatMap(([name, failure]) =>
  Object.entries(WRITES).map(([kind, write]) => ({ name, kind, ...failure, ...write })),
);

test.each(CASES)("$name after a $kind", async (wanted) => {
  const { write, isQueued = false, state = "waiting", isRetried = false } = wanted;
  const text = wanted.text === FAILED ? wanted.failed : wanted.text;
  const { outbox, store, calls } = openOutbox(wanted.answer);
  const written = outbox.write(write, { withinMs: CALL_LIMIT_MS + 1 });
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS);
  const { outcome } = await written;
  expect(refusalOf(outcome)?.message).toBe(isQueued ? undefined : text);
  // Deleting a row that is gone leaves nothing to decide.
  const stays = state !== "gone" || write.kind !== "delete";
  const problem = isQueued || state === "rejected" ? text : undefined;
  expect((await store.list()).map((entry) => [entry.state, entry.problem?.message])).toEqual(
    stays ? [[state, problem]] : [],
  );
  const again = async () => {
    calls.mockClear();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    return calls.mock.calls.map(keyOf);
  };
  const [key] = calls.mock.calls.map(keyOf);
  const repeated = await again();
  expect(repeated.length > 0).toBe(isRetried);
  // The store recognizes a write that had arrived by its key.
  expect(new Set(repeated)).toEqual(new Set(isRetried ? [key] : []));
  await outbox.giveUp(write);
  expect(await store.list()).toHaveLength(isQueued ? 1 : 0);
  if (!isQueued) expect(await again()).toEqual([]);
});

/** A bulk change is not queued itself; its rows are, one by one. */
test.each(Object.entries(FAILURES))("%s after a paste", async (_, { answer, isQueued = false }) => {
  const { outbox } = openOutbox(answer === silence ? failing("Timed out") : answer);
  const queue = vi.fn(async () => undefined);
  const change = { ...WRITES.update.write, kind: "update" } as const;
  const saved = saveRows(
    {
      outbox,
      queue,
      send: async (table, request) =>
        (await adminCalls.changeMany(table, request, { key: "k" })).changeSet,
    },
    { table: "users", sequence: 4, changes: [change] },
  );
  if (isQueued) expect(await saved).toBeUndefined();
  else await expect(saved).rejects.toThrow();
  expect(queue).toHaveBeenCalledTimes(isQueued ? 1 : 0);
});

const LOST = /^(?:no network|DNS|TLS|captive|silence|(?:JSON|HTML|empty) 50)/;

test.each(Object.entries(FAILURES))(
  "%s after an action says whether it may have happened",
  async (name, { answer }) => {
    openOutbox(answer === silence ? failing("Timed out") : answer);
    const call = adminCalls.changeMany("users", {} as BulkRequest, { key: "k" });
    const error = await call.catch(actionError);
    const isLost = (error as Error).message === outboxWords.lostAction;
    expect(isLost).toBe(LOST.test(name));
  },
);

test("in the background a 500 is sent three times, and then waits for its owner", async () => {
  const answers = [failing("Failed to fetch"), failing("Failed to fetch")];
  const { outbox, store, calls } = openOutbox(() =>
    (answers.shift() ?? refusal(500, "internal"))(),
  );
  await outbox.write(USER, { withinMs: 1 });
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(calls).toHaveBeenCalledTimes(5);
  expect(await store.list()).toMatchObject([{ state: "rejected", problem: { message: "No." } }]);
});

test("a new row saved again after a time-out is created once, and then changed", async () => {
  const never = new Promise<Response>(() => {});
  const created = json(201, { id: 7, version: 1, email: "ann@example.com" });
  const answers = [() => never, created];
  const { outbox, calls } = openOutbox(() =>
    (answers.shift() ?? json(200, { id: 7, version: 2, email: "new@example.com" }))(),
  );
  const first = outbox.write(USER, { withinMs: CALL_LIMIT_MS + 1 });
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS);
  await first;
  const edit = { ...USER, values: { email: "new@example.com" } } as NewEntry;
  const second = outbox.write(edit, { withinMs: CALL_LIMIT_MS });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await second;
  const sent = calls.mock.calls.map(([path, { method }]) => `${method} ${path}`);
  expect(sent).toEqual([
    "POST /api/tables/users",
    "POST /api/tables/users",
    "PUT /api/tables/users/7",
  ]);
  const [before, again] = calls.mock.calls.map(keyOf);
  expect(again).toBe(before);
});

test("a new row saved again unchanged keeps its key, and a changed one gets a new key", async () => {
  const { outbox, store, calls } = openOutbox(refusal(500, "internal"));
  for (const email of ["ann@example.com", "ann@example.com", "new@example.com"]) {
    const saved = outbox.write({ ...USER, values: { email } } as NewEntry, { withinMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    await saved;
  }
  const [entry] = await store.list();
  await outbox.retry(entry?.n ?? 0);
  await vi.advanceTimersByTimeAsync(0);
  const [first, second, third, fourth] = calls.mock.calls.map(keyOf);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
});

test("a write that needs a passkey check says so, and is sent when it is saved again", async () => {
  const answers = [refusal(403, "forbidden", { reason: "passkey_stale" })];
  const { outbox, store } = openOutbox(() =>
    (answers.shift() ?? json(201, { id: 7, version: 1 }))(),
  );
  const save = async () => {
    const saved = outbox.write(USER, { withinMs: CALL_LIMIT_MS });
    await vi.advanceTimersByTimeAsync(0);
    return (await saved).outcome;
  };
  expect(refusalOf(await save())).toMatchObject({ message: "No.", reason: "passkey_stale" });
  expect(refusalOf(await save())).toBeUndefined();
  expect(await store.list()).toEqual([]);
});
