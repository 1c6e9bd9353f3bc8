const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/;

/** A time for file names, to the second and in UTC: "2026-11-21T10-00-00Z". */
export function timeName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Parses such a name; undefined for any other text. */
export function readTimeName(name: string): Date | undefined {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  const time = new Date(`${hour}:${minute}:${second}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
