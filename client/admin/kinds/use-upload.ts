import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { DeviceError } from "../../device/idb.ts";
import { isOffline, readableMessage } from "../../lib/answer.ts";
import { useAdmin } from "../data/admin-context.ts";
import { adminCalls } from "../data/api.ts";
import { temporaryId } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { faultText, redrawPicture } from "./picture-files.ts";
import type { UploadKind } from "./upload.ts";

export type UploadProgress = { name: string; part: number };

export function useDrop(canDrop: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver(event: DragEvent): void {
      if (!canDrop || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      // A drop target may be part of another one.
      event.stopPropagation();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!canDrop || !file) return;
      event.preventDefault();
      event.stopPropagation();
      onFile(file);
    },
  };
}

type UploadEvents = {
  /** Called with the URL of the new file and of the file that it replaces. */
  onSent: (url: string, replaced: string | undefined) => void;
  onUploading: (isRunning: boolean) => void;
};

/**
 * Runs one upload at a time; unmounting the field cancels it. Queues the file on this device while
 * offline.
 */
export function useUpload(kind: UploadKind, { onSent, onUploading }: UploadEvents) {
  const [sending, setSending] = useState<UploadProgress>();
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ url: string; bytes: number }>();
  const running = useRef<AbortController>(undefined);
  const { outbox } = useAdmin();
  useEffect(() => () => running.current?.abort(), []);
  const queue = async (file: File, replaced: string | undefined) => {
    try {
      onSent(await queueUpload(outbox, kind, file), replaced);
    } catch (error) {
      const isDevice = error instanceof DeviceError;
      setProblem(isDevice ? outboxWords.device[error.reason] : readableMessage(error));
    }
  };
  const upload = async (chosen: File, replaced: string | undefined) => {
    const { signal } = (running.current = new AbortController());
    const onProgress = (part: number) => setSending({ name: chosen.name, part });
    setProblem(undefined);
    onProgress(0);
    onUploading(true);
    let file = chosen;
    try {
      if (kind === "media") {
        const redrawnPicture = await redrawPicture(chosen);
        if ("fault" in redrawnPicture) return setProblem(faultText(redrawnPicture.fault));
        file = redrawnPicture;
      }
      signal.throwIfAborted();
      const stored = await adminCalls.upload(kind, file, { signal, onProgress });
      setSent(stored);
      onSent(stored.url, replaced);
    } catch (error) {
      if (signal.aborted) setProblem(words.cancelled);
      else if (isOffline(error)) await queue(file, replaced);
      else setProblem(readableMessage(error));
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  const start = (file: File, replaced?: string) => void upload(file, replaced);
  return { sending, problem, sent, start, cancel: () => running.current?.abort() };
}

/**
 * Queues a file on this device and returns its future URL, which contains the content hash. Rejects
 * with a DeviceError if the file cannot be stored.
 */
export async function queueUpload(outbox: Outbox, kind: UploadKind, file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // `crypto.subtle` is faster, but unavailable on plain HTTP.
  const digest = "subtle" in crypto ? await crypto.subtle.digest("SHA-256", bytes) : sha256(bytes);
  const plain = file.name.toLowerCase().replaceAll(/[^a-z\d.]+/g, "-");
  const name = plain.replace(/^[-.]+/, "") || "file";
  const url = `/uploads/${bytesToHex(new Uint8Array(digest))}/${name}`;
  const upload = { kind: "upload", upload: kind, url, table: "uploads" } as const;
  const entry = { ...upload, row: temporaryId(), label: file.name };
  await outbox.write(entry, { file, withinMs: 0 });
  return url;
}
