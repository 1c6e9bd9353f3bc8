import { useCallback, useState } from "react";

/**
 * Whether a field of a form still sends a file. Until it has, the form does not know the file's URL and
 * must not be saved.
 */
export function useUploads() {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const onUploading = useCallback((name: string, isRunning: boolean) => {
    setNames((before) => {
      const next = new Set(before);
      if (isRunning) next.add(name);
      else next.delete(name);
      return next;
    });
  }, []);
  return { isUploading: names.size > 0, onUploading };
}
