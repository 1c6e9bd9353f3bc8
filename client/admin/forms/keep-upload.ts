import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { useEffect, useState } from "react";
import { temporaryId } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { useDevice, useEntries } from "../pending/outbox-context.tsx";

type Chosen = { kind: "media" | "file"; file: File };

/**
 * Keeps a file on this device until it can be sent; returns the URL that it will have, which its content
 * decides. Rejects with a DeviceError when it could not be kept.
 */
export async function keepUpload(outbox: Outbox, { kind, file }: Chosen): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // `crypto.subtle` is much faster, but pages over plain HTTP lack it.
  const digest = "subtle" in crypto ? await crypto.subtle.digest("SHA-256", bytes) : sha256(bytes);
  const url = `/uploads/${bytesToHex(new Uint8Array(digest))}/${plainName(file.name)}`;
  const upload = { kind: "upload", upload: kind, url, table: "uploads" } as const;
  const entry = { ...upload, row: temporaryId(), label: file.name };
  await outbox.write(entry, { file, withinMs: 0 });
  return url;
}

/** Where a file can be looked at that waits on this device under its URL; undefined for any other. */
export function useKeptFile(url: string): string | undefined {
  const { outbox } = useDevice();
  const n = useEntries().find((entry) => entry.kind === "upload" && entry.url === url)?.n;
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (n === undefined) return;
    let made: string | undefined;
    let isGone = false;
    const show = (file: Blob | undefined) => {
      if (!file || isGone) return;
      made = URL.createObjectURL(file);
      setLocal(made);
    };
    void outbox.findFile(n).then(show, reportError);
    return () => {
      isGone = true;
      setLocal(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [outbox, n]);
  return n === undefined ? undefined : local;
}

/** A file's name as it may stand in a URL. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d.]+/g, "-");
  return plain.replace(/^[-.]+/, "") || "file";
}
