// A failed write: its outcome in the form that waits for it, under Pending, and whether it is retried.
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { refusalOf } from "../../../../client/admin/data/use-writes.tsx";
import { type NewEntry, temporaryId } from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import { CALL_LIMIT_MS, sendAs } from "../../../../client/admin/pending/send-entry.ts";
import { outboxWords } from "../../../../client/content/admin-outbox.ts";

const MINUTE_MS = 60_000;
const FAILED = "Failed to create row";
/** The form closes and says that the edit is saved on this device. */
const QUEUED = undefined;

beforeEach(() => {
  vi.useFakeTimers();
  // Node's own timer of the signal is not faked.
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
    send: sendAs(1),
    withLock: async (run) => Promise.resolve().then(run),
    channel: { post() {}, onMessage() {}, close() {} },
  });
  onTestFinished(outbox.close);
  return { outbox, store, calls };
}

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
  /** Text in the form; undefined when the form closes. */
  form: string | undefined;
  /** State under Pending, with the reason that is shown there. */
  pending: { state: string; reason?: string };
  isRetried: boolean;
};

const waiting = (reason?: string) => ({ state: "waiting", ...(reason && { reason }) });
const rejected = (reason = "No.") => ({ state: "rejected", reason });

const FAILURES: Record<string, Failure> = {
  "no network": {
    answer: failing("Failed to fetch"),
    form: QUEUED,
    pending: waiting(),
    isRetried: true,
  },
  DNS: { answer: failing("ERR_NAME"), form: QUEUED, pending: waiting(), isRetried: true },
  TLS: { answer: failing("ERR_CERT"), form: QUEUED, pending: waiting(), isRetried: true },
  "time-out": {
    answer: () => new Promise(() => {}),
    form: outboxWords.timedOut,
    pending: waiting(outboxWords.timedOut),
    isRetried: true,
  },
  "400": {
    answer: refusal(400, "bad_request"),
    form: "No.",
    pending: rejected(),
    isRetried: false,
  },
  "401": {
    answer: refusal(401, "unauthorized"),
    form: QUEUED,
    pending: waiting(),
    isRetried: false,
  },
  "403": { answer: refusal(403, "forbidden"), form: "No.", pending: rejected(), isRetried: false },
  "403 of a removed administrator": {
    answer: refusal(403, "forbidden", { reason: "not_admin" }),
    form: QUEUED,
    pending: waiting(),
    isRetried: false,
  },
  "404": {
    answer: refusal(404, "not_found", { reason: "unknown_row" }),
    form: "This row was deleted meanwhile.",
    pending: { state: "gone" },
    isRetried: false,
  },
  "409": { answer: refusal(409, "conflict"), form: "No.", pending: rejected(), isRetried: false },
  "412": {
    answer: refusal(412, "precondition_failed"),
    form: "This row was changed meanwhile",
    pending: { state: "conflict" },
    isRetried: false,
  },
  "413": { answer: refusal(413, "too_large"), form: "No.", pending: rejected(), isRetried: false },
  "413 of a proxy": {
    answer: page(413),
    form: FAILED,
    pending: rejected(FAILED),
    isRetried: false,
  },
  "422": {
    answer: refusal(422, "invalid", { errors: { email: ["Wrong."] } }),
    form: "No.",
    pending: rejected(),
    isRetried: false,
  },
  "429": {
    answer: json(429, { message: "Wait.", code: "rate_limited" }, { "Retry-After": "7" }),
    form: "Wait.",
    pending: waiting("Wait."),
    isRetried: true,
  },
  "JSON 500": {
    answer: refusal(500, "internal"),
    form: "No.",
    pending: rejected(),
    isRetried: false,
  },
  "HTML 500": { answer: page(500), form: FAILED, pending: rejected(FAILED), isRetried: false },
  "HTML 502": { answer: page(502), form: FAILED, pending: waiting(FAILED), isRetried: true },
  "empty 503": {
    answer: async () => new Response(null, { status: 503 }),
    form: FAILED,
    pending: waiting(FAILED),
    isRetried: true,
  },
  "captive portal": { answer: page(200), form: QUEUED, pending: waiting(), isRetried: true },
};

test.each(Object.entries(FAILURES))("%s", async (_, { answer, form, pending, isRetried }) => {
  const { outbox, store, calls } = openOutbox(answer);
  const written = outbox.write(USER, { withinMs: CALL_LIMIT_MS + 1 });
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS);
  const { outcome } = await written;
  expect(refusalOf(outcome)?.message).toBe(form);
  const [entry] = await store.list();
  const { state, problem } = entry ?? {};
  expect({ state, ...(problem && { reason: problem.message }) }).toEqual(pending);
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
  const again = { ...USER, values: { email: "new@example.com" } } as NewEntry;
  const second = outbox.write(again, { withinMs: CALL_LIMIT_MS });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await second;
  const sent = calls.mock.calls.map(([path, { method, headers }]) => [
    `${method} ${path}`,
    new Headers(headers).get("Idempotency-Key"),
  ]);
  const [[, key]] = sent as [[string, string]];
  expect(sent).toEqual([
    ["POST /api/tables/users", key],
    ["POST /api/tables/users", key],
    ["PUT /api/tables/users/7", expect.not.stringMatching(key)],
  ]);
});
