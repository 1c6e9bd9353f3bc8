// Failed writes: the form's message, the state under Pending, and whether the write is retried.
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { adminCalls } from "../../../../client/admin/data/api.ts";
import { refusalOf } from "../../../../client/admin/data/use-writes.tsx";
import { type NewEntry, temporaryId } from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import { CALL_LIMIT_MS, sendAs } from "../../../../client/admin/data/request.ts";
import { adminWords } from "../../../../client/content/admin.ts";
import { outboxWords } from "../../../../client/content/admin-outbox.ts";

const MINUTE_MS = 60_000;
const FAILED = "Failed to create row";
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
  /** Text in the form; undefined if the form closes and the edit is saved on this device. */
  form?: string;
  state?: string;
  /** Reason shown under Pending. */
  reason?: string;
  isRetried?: boolean;
};

/** No connection: the form closes and the write is retried. */
const queued = (answer: Failure["answer"]): Failure => ({ answer, isRetried: true });
/** The server is temporarily unavailable: the form shows an error and the write is retried. */
const later = (answer: Failure["answer"], form = FAILED): Failure => {
  return { answer, form, reason: form, isRetried: true };
};
/** The server rejected the write: it waits for a person's decision and is not retried. */
const refused = (answer: Failure["answer"], form = "No."): Failure => {
  return { answer, form, reason: form, state: "rejected" };
};
const ended = (answer: Failure["answer"]): Failure => ({ answer });
const gone = { reason: "unknown_row" };

const FAILURES: Record<string, Failure> = {
  "no network": queued(failing("Failed to fetch")),
  DNS: queued(failing("ERR_NAME_NOT_RESOLVED")),
  TLS: queued(failing("ERR_CERT_DATE_INVALID")),
  "captive portal": queued(page(200)),
  "time-out": later(() => new Promise(() => {}), outboxWords.timedOut),
  "429": later(
    json(429, { message: "Wait.", code: "rate_limited" }, { "Retry-After": "7" }),
    "Wait.",
  ),
  "HTML 502": later(page(502)),
  "empty 503": later(async () => new Response(null, { status: 503 })),
  "400": refused(refusal(400, "bad_request")),
  "403": refused(refusal(403, "forbidden")),
  "409": refused(refusal(409, "conflict")),
  "413": refused(refusal(413, "too_large")),
  "413 of a proxy": refused(page(413), FAILED),
  "422": refused(refusal(422, "invalid", { errors: { email: ["Wrong."] } })),
  "JSON 500": refused(refusal(500, "internal")),
  "HTML 500": refused(page(500), FAILED),
  "401": ended(refusal(401, "unauthorized")),
  "403 of a removed administrator": ended(refusal(403, "forbidden", { reason: "not_admin" })),
  "404": { answer: refusal(404, "not_found", gone), form: conflict.gone, state: "gone" },
  "412": { answer: refusal(412, "changed"), form: conflict.heading, state: "conflict" },
};

test.each(Object.entries(FAILURES))("%s", async (_, failure) => {
  const { answer, form, state = "waiting", reason, isRetried = false } = failure;
  const { outbox, store, calls } = openOutbox(answer);
  const written = outbox.write(USER, { withinMs: CALL_LIMIT_MS + 1 });
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS);
  const { outcome } = await written;
  expect(refusalOf(outcome)?.message).toBe(form);
  const [entry] = await store.list();
  expect([entry?.state, entry?.problem?.message]).toEqual([state, reason]);
  calls.mockClear();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(calls.mock.calls.length > 0).toBe(isRetried);
});

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
