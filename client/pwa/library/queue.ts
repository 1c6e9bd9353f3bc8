import { problemOf } from "./download.ts";
import { pathOf } from "./plan.ts";
import type { Job, Wanted } from "./state.ts";

const MOST_AT_ONCE = 2;
/** Each step of the progress is drawn, in every tab. */
const PROGRESS_MS = 10;
const FIRST_RETRY_MS = 5_000;
const MOST_RETRY_MS = 60_000;

type Run = { signal: AbortSignal; onReceived: (bytes: number) => void };
type Queue = {
  /** Saves one file whole, or rejects and leaves nothing. */
  save: (file: Wanted, run: Run) => Promise<void>;
  /** Called after each change of a job. */
  onChange: () => void;
  /** Called after a file was saved. */
  onSaved: () => void;
};

/**
 * Downloads requested files in order, two at a time. Failed files wait for a retry. After a lost
 * connection the queue probes with one file, and resumes the others once it is saved.
 */
export function createQueue({ save, onChange, onSaved }: Queue) {
  const running = new Map<number, AbortController>();
  /** What is being saved or has failed; the rest waits. */
  const jobs = new Map<number, Job>();
  let asked: readonly Wanted[] = [];
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    for (const file of asked) {
      if (running.size >= MOST_AT_ONCE) return;
      if (!running.has(file.id) && !jobs.has(file.id)) void run(file);
    }
  }

  async function run(file: Wanted): Promise<void> {
    const { id } = file;
    const stop = new AbortController();
    running.set(id, stop);
    const tell = (job: Omit<Job, "file">) => {
      if (stop.signal.aborted) return;
      jobs.set(id, { file, ...job });
      onChange();
    };
    tell({ state: "saving", received: 0 });
    let toldAt = 0;
    const onReceived = (received: number) => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_MS) return;
      toldAt = now;
      tell({ state: "saving", received });
    };
    try {
      await save(file, { signal: stop.signal, onReceived });
      asked = asked.filter((other) => contentOf(other) !== contentOf(file));
      jobs.delete(id);
      failures = 0;
      retry(isLost);
      onSaved();
    } catch (error) {
      const problem = problemOf(error);
      const needed = problem === "full" && { neededBytes: file.bytes };
      tell({ state: "failed", received: 0, problem, ...needed });
    } finally {
      running.delete(id);
      begin();
      probeLater();
    }
  }

  /** Browsers do not report a server outage, so probe with a timer. */
  function probeLater(): void {
    clearTimeout(timer);
    const lost = [...jobs.values()].find(isLost);
    if (running.size > 0 || !lost) return;
    timer = setTimeout(
      () => {
        failures += 1;
        retry((job) => job === lost);
      },
      Math.min(MOST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures),
    );
  }

  function retry(isMeant: (job: Job) => boolean): void {
    for (const [id, job] of jobs) if (job.state === "failed" && isMeant(job)) jobs.delete(id);
    begin();
    onChange();
  }

  return {
    jobs: jobs as ReadonlyMap<number, Job>,

    /** Takes what is asked for now; what is not any more, or is another file by now, ends at once. */
    follow(next: readonly Wanted[]): void {
      asked = next;
      const contents = new Set(next.map(contentOf));
      for (const [id, { file }] of jobs) {
        if (contents.has(contentOf(file))) continue;
        jobs.delete(id);
        running.get(id)?.abort();
      }
      begin();
    },

    /** Tries what has failed again, where `isMeant` holds. */
    retry,
  };
}

function isLost({ problem }: Job): boolean {
  return problem === "offline";
}

/** Which bytes are asked for, and where: not what a link carries besides, which is new each time. */
function contentOf({ url, sha256 }: Wanted): string {
  return `${pathOf(url)} ${sha256}`;
}
