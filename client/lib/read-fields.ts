/** Returns the unvalidated properties of an object; empty for other values. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown, fallback = ""): string {
  return typeof value === "string" ? value : fallback;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Returns the value if it is a number; otherwise 0. */
export function numberOf(value: unknown): number {
  return numberOrNull(value) ?? 0;
}

/** Returns the strings in a list; an empty list for any other value. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
