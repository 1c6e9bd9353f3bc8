import { backoffMs } from "../../../server/contract/time.ts";
import { type DownloadRun, downloadProblem } from "./download.ts";
import { type Job, pathOf } from "./state.ts";
import type { ListedFile } from "../../device/library-database.ts";

const MOST_AT_ONCE = 2;
/** Minimum interval between progress events, because every tab renders each of them. */
const PROGRESS_MS = 10;
const PROBE = { firstMs: 5_000, mostMs: 60_000 };

type QueueOptions = {
  /** Downloads and stores one file. On rejection nothing is stored. */
  save: (file: ListedFile, run: DownloadRun) => Promise<void>;
  /** Called after each change of a job. */
  onChange: () => void;
  onSaved: () => void;
};

/**
 * Download queue: in order, two files at a time. After a lost connection it probes with one file,
 * with back-off, and resumes the others once that succeeds. Other failures wait for a retry.
 */
export function createQueue({ save, onChange, onSaved }: QueueOptions) {
  const running = new Map<number, AbortController>();
  /** Running and failed downloads; all other requested files wait. */
  const jobs = new Map<number, Job>();
  let requested: readonly ListedFile[] = [];
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    for (const file of requested) {
      if (running.size >= MOST_AT_ONCE) return;
      if (!running.has(file.id) && !jobs.has(file.id)) void run(file);
    }
  }

  async function run(file: ListedFile): Promise<void> {
    const { id } = file;
    const stop = new AbortController();
    running.set(id, stop);
    const setJob = (job: Omit<Job, "file">) => {
      if (stop.signal.aborted) return;
      jobs.set(id, { file, ...job });
      onChange();
    };
    setJob({ state: "saving", received: 0 });
    let reportedAt = 0;
    const onReceived = (received: number) => {
      const now = performance.now();
      if (now - reportedAt < PROGRESS_MS) return;
      reportedAt = now;
      setJob({ state: "saving", received });
    };
    try {
      await save(file, { signal: stop.signal, onReceived });
      requested = requested.filter((other) => versionOf(other) !== versionOf(file));
      jobs.delete(id);
      failures = 0;
      retry(isLost);
      onSaved();
    } catch (error) {
      const problem = downloadProblem(error);
      const needed = problem === "full" && { neededBytes: file.bytes };
      setJob({ state: "failed", received: 0, problem, ...needed });
    } finally {
      running.delete(id);
      start();
      scheduleProbe();
    }
  }

  /** Schedules a retry of one lost download, because browsers do not report a server outage. */
  function scheduleProbe(): void {
    clearTimeout(timer);
    const lost = [...jobs.values()].find(isLost);
    if (running.size > 0 || !lost) return;
    timer = setTimeout(
      () => {
        failures += 1;
        retry((job) => job === lost);
      },
      backoffMs(failures, PROBE),
    );
  }

  function retry(isMeant: (job: Job) => boolean): void {
    for (const [id, job] of jobs) if (job.state === "failed" && isMeant(job)) jobs.delete(id);
    start();
    onChange();
  }

  return {
    jobs: jobs as ReadonlyMap<number, Job>,

    /** Replaces the requests; aborts downloads whose file version is no longer requested. */
    follow(next: readonly ListedFile[]): void {
      requested = next;
      const versions = new Set(next.map(versionOf));
      for (const [id, { file }] of jobs) {
        if (versions.has(versionOf(file))) continue;
        jobs.delete(id);
        running.get(id)?.abort();
      }
      start();
    },

    /** Retries the failed files for which `isMeant` returns true. */
    retry,
  };
}

function isLost({ problem }: Job): boolean {
  return problem === "offline";
}

/** Identifies a file version by path and hash; the URL's query changes with each listing. */
function versionOf({ url, sha256 }: ListedFile): string {
  return `${pathOf(url)} ${sha256}`;
}
