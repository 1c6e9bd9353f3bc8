const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;

/** A price of the shop: "$37", with cents only when there are some. */
export function formatPrice(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

/** An amount paid: "$37.00 USD". */
export function formatAmount(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  const amount = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
    minimumFractionDigits: 2,
  }).format(cents / 100);
  return `${amount} ${code}`;
}

/** A file size for people: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} kB`;
  const megabytes = bytes / BYTES_PER_MB;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** A count with its noun: "1 page", "12 pages". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
