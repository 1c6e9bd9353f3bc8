import { beforeEach, vi } from "vitest";

/** Captures what each test of a file prints; returns a function that reads it. */
export function capturePrinted(): () => string {
  let printed = "";
  beforeEach(() => {
    printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  return () => printed;
}
