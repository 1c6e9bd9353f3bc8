import type { Reason } from "../contract/reasons.ts";
import type { ReadJobName } from "../domain/tables/read-jobs.ts";
import type { ErrorCode } from "../errors.ts";

/** What the reading thread is asked: a job, or a step of an export. */
export type Call = ReadJobName | "startExport" | "nextOfExport" | "endExport";

/** `path` is the database's. */
export type Message = { path: string; call: Call; input: unknown };

/** Errors lose their class on the way from one thread to another; a refusal says what it was. */
export type Answer =
  | { value: unknown }
  | {
      failed: {
        message: string;
        refusal?: { code: ErrorCode; reason: Reason; errors?: Record<string, string[]> };
      };
    };
