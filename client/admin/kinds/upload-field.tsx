import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { FileUp, X } from "lucide-react";
import { type DragEvent, useCallback, useEffect, useRef, useState } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { isOffline, readableMessage } from "../../lib/answer.ts";
import { DeviceError } from "../../device/idb.ts";
import { IconButton, INPUT, ToolButton } from "../ui/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { temporaryId } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { useAdmin, useEntries } from "../data/admin-context.ts";
import { ACCEPTED_PICTURES, faultText, redrawPicture } from "./picture-files.ts";
import { linesOf } from "./controls.tsx";
import type { FieldKind, FieldPart } from "./field-kind.ts";
import { plainText, TEXT_FILTER } from "./text.tsx";
import { bytesText, fileNameOf, previewOf, type UploadKind } from "./upload.ts";

const LEAST_LINES = 2;

type UploadProgress = { name: string; part: number };

const ACCEPTED: Record<UploadKind, string> = {
  media: ACCEPTED_PICTURES,
  file: "application/pdf",
};

/** Paths of uploaded pictures or PDFs. */
export const upload: FieldKind = {
  text: plainText,
  Input: UploadField,
  filter: TEXT_FILTER,
  width: ({ type }) => (type === "array" ? 280 : 160),
  opensForm: true,
};

/** Field for one file URL, or one URL per line. URLs are typed or set by an upload. */
function UploadField(part: FieldPart) {
  const { id, name, field, value, onChange, invalid, describedBy, disabled } = part;
  const kind = field.widget === "media" ? "media" : "file";
  const isList = field.type === "array";
  const urls = Array.isArray(value) ? value : [typeof value === "string" ? value : ""];
  const filled = urls.filter((url) => url.trim() !== "");
  const { sending, problem, sent, start, cancel } = useUpload(kind, {
    onSent: (url) => onChange(isList ? [...filled, url] : url),
    onUploading: (isRunning) => part.onUploading?.(name, isRunning),
  });
  const { isOver, ...dropEvents } = useDrop(!disabled && !sending, start);
  const shared = {
    id,
    value: urls.join("\n"),
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
  };
  return (
    <div
      {...dropEvents}
      className={`rounded-sheet ${isOver ? "outline-2 outline-offset-4 outline-teal outline-dashed" : ""}`}
    >
      {isList ? (
        <textarea
          {...shared}
          rows={Math.max(LEAST_LINES, urls.length)}
          // Prevent typing during an upload: its completion would overwrite the text.
          disabled={disabled || sending !== undefined}
          onChange={({ target }) => onChange(linesOf(target.value))}
          className={`${INPUT} resize-y`}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode="url"
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
          className={INPUT}
        />
      )}
      <div className="mt-1.5 flex min-h-9 flex-wrap items-center gap-2">
        {sending ? (
          <Progress sending={sending} onCancel={cancel} />
        ) : (
          <FileButton accept={ACCEPTED[kind]} {...{ disabled, isOver }} onFile={start} />
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
      {!sending &&
        [...new Set(filled)].map((url) => (
          <Preview key={url} url={url} {...(sent?.url === url && { bytes: sent.bytes })} />
        ))}
    </div>
  );
}

export function useDrop(canDrop: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver(event: DragEvent): void {
      if (!canDrop || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!canDrop || !file) return;
      event.preventDefault();
      onFile(file);
    },
  };
}

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

type UploadEvents = { onSent: (url: string) => void; onUploading: (isRunning: boolean) => void };

/**
 * Runs one upload at a time; unmounting the field cancels it. Queues the file on this device while
 * offline.
 */
function useUpload(kind: UploadKind, { onSent, onUploading }: UploadEvents) {
  const [sending, setSending] = useState<UploadProgress>();
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ url: string; bytes: number }>();
  const running = useRef<AbortController>(undefined);
  const { outbox } = useAdmin();
  useEffect(() => () => running.current?.abort(), []);
  const queue = async (file: File) => {
    try {
      onSent(await queueUpload(outbox, kind, file));
    } catch (error) {
      const isDevice = error instanceof DeviceError;
      setProblem(isDevice ? outboxWords.device[error.reason] : readableMessage(error));
    }
  };
  const upload = async (chosen: File) => {
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
      onSent(stored.url);
    } catch (error) {
      if (signal.aborted) setProblem(words.cancelled);
      else if (isOffline(error)) await queue(file);
      else setProblem(readableMessage(error));
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  const start = (file: File) => void upload(file);
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

type FileButtonProps = {
  accept: string;
  disabled: boolean;
  isOver: boolean;
  onFile: (file: File) => void;
};

export function FileButton({ accept, disabled, isOver, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <ToolButton icon={FileUp} disabled={disabled} onClick={() => input.current?.click()}>
        {words.choose}
      </ToolButton>
      <span className={isOver ? "text-teal" : "text-ink-2"}>
        {isOver ? words.dropNow : words.drop}
      </span>
    </>
  );
}

function Progress({ sending, onCancel }: { sending: UploadProgress; onCancel: () => void }) {
  const percent = Math.round(sending.part * 100);
  return (
    <>
      <div className="min-w-40 flex-1">
        <p className="truncate">{words.sending(sending.name, percent)}</p>
        <div
          role="progressbar"
          aria-label={words.progress}
          aria-valuenow={percent}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-paper-2"
        >
          <div className="h-full bg-teal" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <IconButton icon={X} label={words.cancel} onClick={onCancel} />
    </>
  );
}

function Preview({ url, bytes }: { url: string; bytes?: number }) {
  const kind = previewOf(url);
  const queued = useQueuedFile(url);
  if (!kind) return null;
  return (
    <p className="mt-2 flex items-center gap-3">
      {kind === "picture" && (
        <img
          src={queued ?? url}
          alt={words.preview}
          className="size-20 shrink-0 rounded-sheet border border-line bg-paper-2 object-contain"
        />
      )}
      <span className="min-w-0 wrap-anywhere">
        <a href={queued ?? url} target="_blank" rel="noreferrer" className="link">
          {fileNameOf(url)}
        </a>
        {bytes !== undefined && <span className="text-ink-2"> {bytesText(bytes)}</span>}
        {queued && <span className="block text-ink-2">{outboxWords.waiting}</span>}
      </span>
    </p>
  );
}

/** Returns an object URL for a queued file; undefined if no file is queued for `url`. */
function useQueuedFile(url: string): string | undefined {
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
