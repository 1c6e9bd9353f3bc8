import { expect, onTestFinished, test, vi } from "vitest";
import { downloadProblem, SaveError } from "../../../../client/pwa/library/download.ts";
import { createQueue } from "../../../../client/pwa/library/queue.ts";
import type { ListedFile } from "../../../../client/device/library-database.ts";
import { listedFile } from "./files.ts";

type Begun = PromiseWithResolvers<void> & { file: ListedFile; signal: AbortSignal };

/** Creates a queue whose downloads finish only when the test resolves them. */
function heldQueue() {
  const begun: Begun[] = [];
  const onSaved = vi.fn();
  const queue = createQueue({
    save(file, { signal }) {
      const end = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => end.reject(signal.reason));
      begun.push({ ...end, file, signal });
      return end.promise;
    },
    onChange: () => {},
    onSaved,
  });
  const ids = () => begun.map(({ file }) => file.id);
  return { queue, begun, ids, onSaved };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const files = [1, 2, 3, 4].map((id) => listedFile(id));

test("two files are downloaded at a time, in order", async () => {
  const { queue, begun, ids, onSaved } = heldQueue();
  queue.follow(files);
  expect(ids()).toEqual([1, 2]);
  begun[1]?.resolve();
  await settled();
  expect(ids()).toEqual([1, 2, 3]);
  expect(onSaved).toHaveBeenCalledOnce();
  expect([...queue.jobs.keys()]).toEqual([1, 3]);
});

test("a failed file waits for its retry and blocks no other", async () => {
  const { queue, begun, ids } = heldQueue();
  queue.follow(files.slice(0, 3));
  begun[0]?.reject(new DOMException("", "QuotaExceededError"));
  await settled();
  expect(ids()).toEqual([1, 2, 3]);
  expect(queue.jobs.get(1)).toMatchObject({ state: "failed", problem: "full", neededBytes: 100 });

  queue.retry(({ problem }) => problem === "offline");
  begun[1]?.resolve();
  await settled();
  expect(ids()).toEqual([1, 2, 3]);
  queue.retry(() => true);
  expect(ids()).toEqual([1, 2, 3, 1]);
});

test("a canceled download is aborted and frees its slot", async () => {
  const { queue, begun, ids } = heldQueue();
  queue.follow(files);
  queue.follow(files.slice(1));
  expect(begun[0]?.signal.aborted).toBe(true);
  await settled();
  expect(ids()).toEqual([1, 2, 3]);
  expect(queue.jobs.has(1)).toBe(false);
});

test("a file with a new version restarts", async () => {
  const { queue, begun } = heldQueue();
  const asked = files.slice(0, 2);
  queue.follow(asked);
  begun[1]?.reject(new SaveError("damaged"));
  await settled();
  queue.follow(asked.map((file) => ({ ...file, sha256: "new" })));
  await settled();
  expect(begun.slice(2).map(({ file }) => [file.id, file.sha256])).toEqual([
    [2, "new"],
    [1, "new"],
  ]);
});

test.each([
  [new SaveError("gone"), "gone"],
  [new DOMException("", "QuotaExceededError"), "full"],
  [new TypeError("Failed to fetch"), "offline"],
  [new DOMException("", "NetworkError"), "offline"],
])("%s is reported as %s", (error, problem) => {
  expect(downloadProblem(error)).toBe(problem);
});

test("after a lost connection the queue probes with one file and then resumes the others", async () => {
  vi.useFakeTimers();
  // Removes the jitter of the retry delays.
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  onTestFinished(() => {
    random.mockRestore();
    vi.useRealTimers();
  });
  const { queue, begun, ids } = heldQueue();
  queue.follow(files);
  const cut = async (from: number) => {
    for (const { reject } of begun.slice(from)) reject(new SaveError("offline"));
    await vi.advanceTimersByTimeAsync(0);
  };
  await cut(0);
  await cut(2);
  expect(ids()).toEqual([1, 2, 3, 4]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ids().slice(4)).toEqual([1]);
  await cut(4);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ids()).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1);
  begun.at(-1)?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(ids().slice(5)).toEqual([2, 1, 3]);
});
