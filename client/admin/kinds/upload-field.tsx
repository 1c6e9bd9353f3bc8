import { FileUp, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { IconButton, INPUT, ToolButton } from "../ui/controls.tsx";
import { linesOf } from "./controls.tsx";
import type { FieldPart } from "./field-kind.ts";
import { ACCEPTED_PICTURES } from "./picture-files.ts";
import { previewOf, type UploadKind } from "./upload.ts";
import { useQueuedFile } from "./uploads.ts";
import { type UploadProgress, useDrop, useUpload } from "./use-upload.ts";

const LEAST_LINES = 2;

const ACCEPTED: Record<UploadKind, string> = {
  media: ACCEPTED_PICTURES,
  file: "application/pdf",
};

/** An uploaded file below its field. */
export type UploadPreviewProps = {
  url: string;
  /** URL of its content: while it waits on this device, another one. */
  source: string;
  bytes: number | undefined;
  part: FieldPart;
};

type Preview = (props: UploadPreviewProps) => ReactNode;

type UploadInputProps = { kind: UploadKind; part: FieldPart; Preview: Preview };

/** Field for one file URL, or one URL per line. URLs are typed or set by an upload. */
export function UploadInput({ kind, part, Preview }: UploadInputProps) {
  const { id, name, field, value, onChange, invalid, describedBy, disabled } = part;
  const isList = field.type === "array";
  const urls = Array.isArray(value) ? value : [typeof value === "string" ? value : ""];
  const filled = urls.filter((url) => url.trim() !== "");
  const { sending, problem, sent, start, cancel } = useUpload(kind, {
    onSent(url, replaced) {
      const isKnown = replaced !== undefined && filled.includes(replaced);
      const replace = () => filled.map((other) => (other === replaced ? url : other));
      onChange(isList ? (isKnown ? replace() : [...filled, url]) : url);
    },
    onUploading: (isRunning) => part.onUploading?.(name, isRunning),
  });
  const canDrop = !disabled && !sending;
  const { isOver, ...dropEvents } = useDrop(canDrop, (file) => start(file));
  const shared = {
    id,
    value: urls.join("\n"),
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
  };
  return (
    <div {...dropEvents} className={`rounded-sheet ${isOver ? DROP_TARGET : ""}`}>
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
          <FileButton
            accept={ACCEPTED[kind]}
            {...{ disabled, isOver }}
            onFile={(file) => start(file)}
          />
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
      {!sending &&
        // Part of a typed URL has no preview.
        [...new Set(filled)]
          .filter(previewOf)
          .map((url) => (
            <Uploaded
              key={url}
              {...{ url, part, canDrop, Preview }}
              bytes={sent?.url === url ? sent.bytes : undefined}
              onFile={(file) => start(file, url)}
            />
          ))}
    </div>
  );
}

const DROP_TARGET = "outline-2 outline-offset-4 outline-teal outline-dashed";

type UploadedProps = Omit<UploadPreviewProps, "source"> & {
  canDrop: boolean;
  onFile: (file: File) => void;
  Preview: Preview;
};

/** An uploaded file, which a dropped file replaces. */
function Uploaded({ url, canDrop, onFile, Preview, ...props }: UploadedProps) {
  const { isOver, ...dropEvents } = useDrop(canDrop, onFile);
  const queued = useQueuedFile(url);
  return (
    <div {...dropEvents} className={`mt-2 rounded-sheet ${isOver ? DROP_TARGET : ""}`}>
      <Preview {...props} url={url} source={queued ?? url} />
      {queued && <p className="text-ink-2">{outboxWords.waiting}</p>}
    </div>
  );
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
