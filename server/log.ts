import pino, { type DestinationStream, type Level, type Logger } from "pino";
import { scrub } from "./process/redact.ts";

type Options = { level: Level; destination?: DestinationStream };

/** The program's log: JSON lines in which no fault carries a secret or an email. */
export function createLog({ level, destination }: Options): Logger {
  return pino(
    { level, base: undefined, serializers: { err: describeFault, reason: describeReason } },
    destination,
  );
}

/** Causes can form a circle. */
const MAX_CAUSES = 4;

/** A fault, with where in the program it happened. */
const describeFault = (error: unknown) => describeError(error, { stack: true, depth: 0 });
/** Why a request was refused. */
const describeReason = (error: unknown) => describeError(error, { stack: false, depth: 0 });

type Depth = { stack: boolean; depth: number };

// Errors of other people's programs carry whole requests: only what names the fault is kept.
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
