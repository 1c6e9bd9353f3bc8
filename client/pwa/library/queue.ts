import { problemOf } from "./download.ts";
import { pathOf } from "./plan.ts";
import type { Job, Wanted } from "./state.ts";

const MOST_AT_ONCE = 2;
/** Each step of the progress is drawn, in every tab. */
const PROGRESS_MS = 10;

type Run = { signal: AbortSignal; onReceived: (bytes: number) => void };
type Queue = {
  /** Saves one file whole, or rejects and leaves nothing. */
  save: (file: Wanted, run: Run) => Promise<void>;
  /** Called after each change of a job. */
  onChange: () => void;
  /** Called after a file was saved. */
  onSaved: () => void;
};

/** Saves what was asked for, two files at a time, in the order asked. What failed waits for a retry. */
export function createQueue({ save, onChange, onSaved }: Queue) {
  const running = new Map<number, AbortController>();
  /** What is being saved or has failed; the rest waits. */
  const jobs = new Map<number, Job>();
  let asked: readonly Wanted[] = [];

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
      onSaved();
    } catch (error) {
      const problem = problemOf(error);
      const needed = problem === "full" && { neededBytes: file.bytes };
      tell({ state: "failed", received: 0, problem, ...needed });
    } finally {
      running.delete(id);
      begin();
    }
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
    retry(isMeant: (job: Job) => boolean): void {
      for (const [id, job] of jobs) if (job.state === "failed" && isMeant(job)) jobs.delete(id);
      begin();
      onChange();
    },
  };
}

/** Which bytes are asked for, and where: not what a link carries besides, which is new each time. */
function contentOf({ url, sha256 }: Wanted): string {
  return `${pathOf(url)} ${sha256}`;
}
