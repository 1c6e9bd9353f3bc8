import { FileUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isOffline } from "../../lib/answer.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { DeviceError } from "../../lib/idb.ts";
import { adminCalls } from "../data/api.ts";
import { IconButton, ToolButton } from "../app/controls.tsx";
import { INPUT } from "../app/inputs.tsx";
import type { FieldPart } from "../app/part-props.ts";
import { linesOf } from "./row-values.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { keepUpload, useKeptFile } from "./keep-upload.ts";
import { bytesText, fileNameOf, previewOf, uploadKindOf } from "./upload.ts";

const LEAST_LINES = 2;

type Sending = { name: string; part: number };

const ACCEPTED = {
  media: ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"],
  file: ["application/pdf"],
};

/**
 * A field that holds the URL of a file, or of several, one a line: it can be typed, or a file is chosen
 * or dropped, which takes the place of the one before, or stands below the others.
 */
export function UploadField(part: FieldPart) {
  const { id, name, field, value, onChange, invalid, describedBy, disabled } = part;
  const kind = uploadKindOf(name, field) ?? "file";
  const isList = field.type === "array";
  const urls = Array.isArray(value) ? value : [typeof value === "string" ? value : ""];
  const filled = urls.filter((url) => url.trim() !== "");
  const keep = (url: string) => onChange(isList ? [...filled, url] : url);
  const { sending, problem, sent, start, cancel } = useUpload(kind, {
    onSent: keep,
    onUploading: (isRunning) => part.onUploading?.(name, isRunning),
  });
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
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
      className={`rounded-sheet ${over ? "outline-2 outline-offset-4 outline-teal outline-dashed" : ""}`}
    >
      {isList ? (
        <textarea
          {...shared}
          rows={Math.max(LEAST_LINES, urls.length)}
          // What is typed meanwhile would be lost with the upload's end.
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
          <>
            <input
              ref={chooser}
              type="file"
              hidden
              accept={ACCEPTED[kind].join(",")}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                // The same file chosen again is a change, too.
                target.value = "";
                if (file) void start(file);
              }}
            />
            <ToolButton disabled={disabled} onClick={() => chooser.current?.click()}>
              <FileUp aria-hidden="true" className="size-4" />
              {words.choose}
            </ToolButton>
            <span className={over ? "text-teal" : "text-ink-2"}>
              {over ? words.dropNow : words.drop}
            </span>
          </>
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

type UploadEvents = { onSent: (url: string) => void; onUploading: (isRunning: boolean) => void };

/** Runs one upload at a time, holds its result, and cancels it when the field unmounts. */
function useUpload(kind: "media" | "file", { onSent, onUploading }: UploadEvents) {
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ url: string; bytes: number }>();
  const running = useRef<AbortController>(undefined);
  const { outbox } = useDevice();
  useEffect(() => () => running.current?.abort(), []);
  const keep = async (file: File) => {
    try {
      onSent(await keepUpload(outbox, { kind, file }));
    } catch (error) {
      setProblem(
        error instanceof DeviceError ? outboxWords.device[error.reason] : readableMessage(error),
      );
    }
  };
  const start = async (file: File) => {
    const stop = new AbortController();
    running.current = stop;
    setProblem(undefined);
    setSending({ name: file.name, part: 0 });
    onUploading(true);
    try {
      const upload = await adminCalls.upload(kind, file, {
        signal: stop.signal,
        onProgress: (part) => setSending({ name: file.name, part }),
      });
      setSent({ url: upload.url, bytes: upload.bytes });
      onSent(upload.url);
    } catch (error) {
      if (stop.signal.aborted) setProblem(words.cancelled);
      else if (isOffline(error)) await keep(file);
      else setProblem(readableMessage(error));
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  return { sending, problem, sent, start, cancel: () => running.current?.abort() };
}

function Progress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
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
      <IconButton label={words.cancel} onClick={onCancel}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </>
  );
}

function Preview({ url, bytes }: { url: string; bytes?: number }) {
  const kind = previewOf(url);
  const kept = useKeptFile(url);
  if (!kind) return null;
  return (
    <p className="mt-2 flex items-center gap-3">
      {kind === "picture" && (
        <img
          src={kept ?? url}
          alt={words.preview}
          className="size-20 shrink-0 rounded-sheet border border-line bg-paper-2 object-contain"
        />
      )}
      <span className="min-w-0 wrap-anywhere">
        <a href={kept ?? url} target="_blank" rel="noreferrer" className="link">
          {fileNameOf(url)}
        </a>
        {bytes !== undefined && <span className="text-ink-2"> {bytesText(bytes)}</span>}
        {kept && <span className="block text-ink-2">{outboxWords.waiting}</span>}
      </span>
    </p>
  );
}
