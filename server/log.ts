import pino, { type DestinationStream, type Level, type Logger } from "pino";

type Options = { level: Level; destination?: DestinationStream };

/** The program's log: JSON lines in which no fault carries a secret or somebody's address. */
export function createLog({ level, destination }: Options): Logger {
  return pino({ level, base: undefined, serializers: { err: describeError } }, destination);
}

const PRIVATE: [RegExp, string][] = [
  [/\bcs_(test|live)_\w+/g, "cs_…"],
  [/\b(sk|rk|whsec)_\w+/g, "$1_…"],
  [/[^\s<>"'=,;:]+@[^\s<>"'=,;:]+/g, "…@…"],
  [/token=[\w.-]+/g, "token=…"],
];

// Errors of other people's programs carry whole requests: only what names the fault is kept.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? scrub(error) : undefined;
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ""),
    ...("code" in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

function scrub(text: string): string {
  return PRIVATE.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text);
}
