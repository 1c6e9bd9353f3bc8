import { useCallback, useState } from "react";

/**
 * Whether a field of the form is still uploading. The form must not be saved before the upload has
 * returned the file's URL.
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
