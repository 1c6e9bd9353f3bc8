import { useCallback, useEffect, useState } from "react";
import { useAdmin, useEntries } from "../data/admin-context.ts";

/** Tracks which fields are uploading. Saving must wait until every upload has set its URL. */
export function useUploads() {
  const [names, setNames] = useState<readonly string[]>([]);
  const onUploading = useCallback((name: string, isRunning: boolean) => {
    setNames((before) => [
      ...before.filter((other) => other !== name),
      ...(isRunning ? [name] : []),
    ]);
  }, []);
  return { isUploading: names.length > 0, onUploading };
}

/** Returns an object URL for a queued file; undefined if no file is queued for `url`. */
export function useQueuedFile(url: string): string | undefined {
  const { outbox } = useAdmin();
  const n = useEntries().find((entry) => entry.kind === "upload" && entry.url === url)?.n;
  const [objectUrl, setObjectUrl] = useState<string>();
  useEffect(() => {
    if (n === undefined) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    const show = (file: Blob | undefined) => {
      if (!file || signal.aborted) return;
      const created = URL.createObjectURL(file);
      signal.addEventListener("abort", () => URL.revokeObjectURL(created));
      setObjectUrl(created);
    };
    void outbox.findFile(n).then(show, reportError);
    return () => {
      setObjectUrl(undefined);
      unmount.abort();
    };
  }, [outbox, n]);
  return n === undefined ? undefined : objectUrl;
}
