import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { FileUp, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { isOffline, readableMessage } from "../../lib/answer.ts";
import { IconButton, INPUT, ToolButton } from "../app/controls.tsx";
import type { FieldPart } from "./field-row.tsx";
import { adminCalls } from "../data/api.ts";
import { DeviceError } from "../../lib/idb.ts";
import { temporaryId } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { useAdmin, useEntries } from "../app/admin-context.ts";
import { linesOf } from "./row-values.ts";
import { bytesText, fileNameOf, previewOf, uploadKindOf } from "./upload.ts";

const LEAST_LINES = 2;

type UploadKind = "media" | "file";
type UploadProgress = { name: string; part: number };

const ACCEPTED: Record<UploadKind, string> = {
  media: "image/png,image/jpeg,image/webp,image/avif,image/gif",
  file: "application/pdf",
};

/**
 * A field with the URL of a file, or one URL per line. URLs can be typed; an uploaded file replaces
 * the URL, or is added to the list.
 */
export function UploadField(part: FieldPart) {
  const { id, name, field, value, onChange, invalid, describedBy, disabled } = part;
  const kind = uploadKindOf(name, field) ?? "file";
  const isList = field.type === "array";
  const urls = Array.isArray(value) ? value : [typeof value === "string" ? value : ""];
  const filled = urls.filter((url) => url.trim() !== "");
  const { sending, problem, sent, start, cancel } = useUpload(kind, {
    onSent: (url) => onChange(isList ? [...filled, url] : url),
    onUploading: (isRunning) => part.onUploading?.(name, isRunning),
  });
  const [isOver, setOver] = useState(false);
  const canStart = !disabled && !sending;
  const shared = {
    id,
    value: urls.join("\n"),
    ...(part.autoFocus && { autoFocus: true }),
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
    className: isList ? `${INPUT} resize-y` : INPUT,
  };
  return (
    <div
      onDragOver={(event) => {
        if (!canStart || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!canStart || !file) return;
        event.preventDefault();
        void start(file);
      }}
      className={`rounded-sheet ${isOver ? "outline-2 outline-offset-4 outline-teal outline-dashed" : ""}`}
    >
      {isList ? (
        <textarea
          {...shared}
          rows={Math.max(LEAST_LINES, urls.length)}
          // The end of the upload would overwrite text typed meanwhile.
          disabled={disabled || sending !== undefined}
          onChange={({ target }) => onChange(linesOf(target.value))}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode="url"
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <div className="mt-1.5 flex min-h-9 flex-wrap items-center gap-2">
        {sending ? (
          <Progress sending={sending} onCancel={cancel} />
        ) : (
          <FileButton
            accept={ACCEPTED[kind]}
            disabled={disabled}
            isOver={isOver}
            onFile={(file) => void start(file)}
          />
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

/** Whether a field of a form is uploading. The form must not be saved before it has the URL. */
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

type UploadEvents = { onSent: (url: string) => void; onUploading: (isRunning: boolean) => void };

/**
 * Runs one upload at a time and cancels it when the field unmounts. Without a connection the file is
 * queued on this device.
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
      setProblem(
        error instanceof DeviceError ? outboxWords.device[error.reason] : readableMessage(error),
      );
    }
  };
  const start = async (file: File) => {
    const { signal } = (running.current = new AbortController());
    setProblem(undefined);
    setSending({ name: file.name, part: 0 });
    onUploading(true);
    try {
      const onProgress = (part: number) => setSending({ name: file.name, part });
      const upload = await adminCalls.upload(kind, file, { signal, onProgress });
      setSent(upload);
      onSent(upload.url);
    } catch (error) {
      if (signal.aborted) setProblem(words.cancelled);
      else if (isOffline(error)) await queue(file);
      else setProblem(readableMessage(error));
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  return { sending, problem, sent, start, cancel: () => running.current?.abort() };
}

/**
 * Queues a file on this device and returns its future URL, which contains the content's hash.
 * Rejects with a DeviceError when the file cannot be stored.
 */
async function queueUpload(outbox: Outbox, kind: UploadKind, file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // `crypto.subtle` is faster, but missing on pages over plain HTTP.
  const digest = "subtle" in crypto ? await crypto.subtle.digest("SHA-256", bytes) : sha256(bytes);
  const plain = file.name
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/g, "-")
    .replace(/^[-.]+/, "");
  const url = `/uploads/${bytesToHex(new Uint8Array(digest))}/${plain || "file"}`;
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

function FileButton({ accept, disabled, isOver, onFile }: FileButtonProps) {
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
          // Allows choosing the same file again.
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

/** Object URL of a file that is queued under this URL. */
function useQueuedFile(url: string): string | undefined {
  const { outbox } = useAdmin();
  const n = useEntries().find((entry) => entry.kind === "upload" && entry.url === url)?.n;
  const [objectUrl, setObjectUrl] = useState<string>();
  useEffect(() => {
    if (n === undefined) return;
    let created: string | undefined;
    let isUnmounted = false;
    const show = (file: Blob | undefined) => {
      if (!file || isUnmounted) return;
      created = URL.createObjectURL(file);
      setObjectUrl(created);
    };
    void outbox.findFile(n).then(show, reportError);
    return () => {
      isUnmounted = true;
      setObjectUrl(undefined);
      if (created) URL.revokeObjectURL(created);
    };
  }, [outbox, n]);
  return n === undefined ? undefined : objectUrl;
}
