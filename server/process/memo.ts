type MemoOptions = {
  /** Lifetime of a value; unlimited by default. */
  ms?: number;
  /** Limit of values; the oldest leave first. */
  most?: number;
  /** Clock in milliseconds; by default the monotonic one. */
  now?: () => number;
};

/** Cached values by key. A cached promise also joins concurrent calls and caches their error. */
export function memo<Value>({
  ms = Infinity,
  most = 1,
  now = () => performance.now(),
}: MemoOptions) {
  const entries = new Map<string, { value: Value; until: number }>();
  const find = (key: string): { value: Value } | undefined => {
    const entry = entries.get(key);
    return entry && now() < entry.until ? entry : undefined;
  };
  /** Stores and returns a value, for `forMs` instead of the usual time. */
  const set = (key: string, value: Value, forMs = ms): Value => {
    entries.delete(key);
    entries.set(key, { value, until: now() + forMs });
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    return value;
  };
  const get = (key: string, make: () => Value): Value => {
    const entry = find(key);
    return entry ? entry.value : set(key, make());
  };
  return { find, set, get, forget: (key: string): void => void entries.delete(key) };
}
export type Memo<Value> = ReturnType<typeof memo<Value>>;
