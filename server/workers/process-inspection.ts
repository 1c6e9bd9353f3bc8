import type { Deps } from "../deps.ts";
import type { Inspection } from "../ports/files.ts";
import { oneAtATime, startWorkerProcess, WorkerEnded } from "./worker-process.ts";

const LONGEST_INSPECTION_MS = 5000;

type ProcessInspectionOptions = { log: Deps["log"]; longestMs?: number };

/** Inspects uploads one at a time, each in its own process. A timeout or crash is `tooComplex`. */
export function processInspection({
  log,
  longestMs = LONGEST_INSPECTION_MS,
}: ProcessInspectionOptions): Deps["inspectUpload"] {
  const inTurn = oneAtATime();
  return (upload) =>
    inTurn(async () => {
      const worker = startWorkerProcess();
      try {
        return (await worker.ask({ name: "inspectUpload", upload }, { longestMs })) as Inspection;
      } catch (error) {
        if (!(error instanceof WorkerEnded)) throw error;
        log.warn({ err: error, sha256: upload.sha256 }, "An upload could not be inspected.");
        return { fault: "tooComplex" };
      } finally {
        worker.kill();
      }
    });
}
