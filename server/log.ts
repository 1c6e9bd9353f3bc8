import pino, { type DestinationStream, type Level, type Logger } from "pino";

type Options = { level: Level; destination?: DestinationStream };

/** The program's log: JSON lines in which no fault carries a secret or an email. */
export function createLog({ level, destination }: Options): Logger {
  return pino(
    { level, base: undefined, serializers: { err: describeFault, reason: describeReason } },
    destination,
  );
}

const MAX_TEXT_CHARACTERS = 4000;
/** Causes can form a circle. */
const MAX_CAUSES = 4;

const PRIVATE: [RegExp, string][] = [
  [/\bcs_(test|live)_\w+/g, "cs_…"],
  [/\b(sk|rk|whsec)_\w+/g, "$1_…"],
  [/[^\s<>"'=,;:@]{1,64}@[^\s<>"'=,;:@]{1,255}/g, "…@…"],
  [/token=[\w.-]+/g, "token=…"],
];

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

function scrub(text: string): string {
  return PRIVATE.reduce(
    (clean, [pattern, mark]) => clean.replace(pattern, mark),
    text.slice(0, MAX_TEXT_CHARACTERS),
  );
}
