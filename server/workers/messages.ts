import type { Reason } from "../contract/reasons.ts";
import type { UploadToInspect } from "../ports/files.ts";
import type { ExportInput, ReadJobName } from "../ports/reads.ts";
import type { ErrorCode } from "../errors.ts";

/**
 * A call to a worker process; `path` is the database's. The first `nextOfExport` starts the
 * worker's only export.
 */
export type Call =
  | { name: "read"; path: string; job: ReadJobName; input: unknown }
  | { name: "nextOfExport"; path: string; input: ExportInput }
  | { name: "inspectUpload"; upload: UploadToInspect };

/** Sent when a worker is ready for calls. */
export const READY = "ready";

/** Error classes are lost between processes, so the fields of a refusal are sent. */
export type Answer =
  | { value: unknown }
  | {
      failed: {
        message: string;
        refusal?: { code: ErrorCode; reason: Reason; errors?: Record<string, string[]> };
      };
    };
