import pino, { type DestinationStream, type Level, type Logger } from "pino";
import { scrub } from "./process/redact.ts";

type LogOptions = { level: Level; destination?: DestinationStream };

/** Creates a logger that writes JSON lines and redacts secrets and emails. */
export function createLog({ level, destination }: LogOptions): Logger {
  return pino(
    { level, base: undefined, serializers: { err: describeFault, reason: describeReason } },
    destination,
  );
}

/** Depth limit, because error causes can be circular. */
const MAX_CAUSES = 4;

const describeFault = (error: unknown) => describeError(error, { stack: true, depth: 0 });
const describeReason = (error: unknown) => describeError(error, { stack: false, depth: 0 });

type Depth = { stack: boolean; depth: number };

// Logs selected fields only, because errors of libraries can contain whole requests.
function describeError(error: unknown, { stack, depth }: Depth): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? scrub(error) : undefined;
  return {
    type: error.name,
    message: scrub(error.message),
    ...(stack && { stack: scrub(error.stack ?? "") }),
    ...("code" in error && { code: error.code }),
    ...(error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: describeError(error.cause, { stack, depth: depth + 1 }) }),
  };
}
