import type { Reason } from "../contract/reasons.ts";
import type { UploadToInspect } from "../domain/files/inspect-upload.ts";
import type { ExportInput } from "../domain/tables/export.ts";
import type { ReadJobName } from "../domain/tables/read-jobs.ts";
import type { ErrorCode } from "../errors.ts";

/**
 * A call to a worker process. `path` is the database's. The first `nextOfExport` starts the export; a
 * worker has one.
 */
export type Call =
  | { name: "read"; path: string; job: ReadJobName; input: unknown }
  | { name: "nextOfExport"; path: string; input: ExportInput }
  | { name: "inspectUpload"; upload: UploadToInspect };

/** Sent once a worker can take calls. */
export const READY = "ready";

/** Errors lose their class on the way from one process to another; a refusal has its fields. */
export type Answer =
  | { value: unknown }
  | {
      failed: {
        message: string;
        refusal?: { code: ErrorCode; reason: Reason; errors?: Record<string, string[]> };
      };
    };
