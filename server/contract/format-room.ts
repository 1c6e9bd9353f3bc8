const MB = 1_000_000;
const GB = 1000 * MB;

/** A size of disks and archives for people: "0.5 MB", "820 MB", "78 GB". Visitors' pages have no use for it. */
export function formatRoom(bytes: number): string {
  if (bytes < GB) return `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`;
  return `${(bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0)} GB`;
}
