import { readFileSync } from "node:fs";

export type Times = { p50: number; p95: number; p99: number; max: number };

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function summarize(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const below = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: below(0.5), p95: below(0.95), p99: below(0.99), max: below(1) };
}

export function inWords({ p50, p95, p99, max }: Times): string {
  const [a, b, c, d] = [p50, p95, p99, max].map((value) => value.toFixed(1));
  return `p50 ${a}, p95 ${b}, p99 ${c}, max ${d}`;
}

/** Returns the resident memory of a process in MB (Linux only). */
export function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1000;
}
