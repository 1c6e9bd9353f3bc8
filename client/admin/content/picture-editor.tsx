import { useEffect, useId, useRef, useState } from "react";
import type { OwnPicture } from "../../../server/contract/own-picture.ts";
import { MAX_ALT_LENGTH, readOwnPicture } from "../../../server/contract/read-own-picture.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { landingPictures, PICTURE_FOLDER, productPictures } from "../../content/pictures.ts";
import { isOffline, readableMessage } from "../../lib/answer.ts";
import { DeviceError } from "../../lib/idb.ts";
import { useAdmin } from "../app/admin-context.ts";
import { INPUT } from "../app/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { FileButton, queueUpload, useDrop } from "../forms/upload-field.tsx";
import type { Outbox } from "../offline/outbox.ts";
import {
  ACCEPTED_PICTURES,
  encodePicture,
  findFileFault,
  MOST_MB,
  type PictureFault,
  type PictureSlot,
  slotOf,
} from "./picture-files.ts";
import { EditorForm, type EditorProps, useTextForm } from "./text-editor.tsx";

/** Form of one picture: a file, which the browser resizes and crops, and its alt text. */
export function PictureEditor(props: EditorProps) {
  const { schema, text } = props;
  const rowForm = useTextForm(props, "", schema);
  const slot = slotOf(text.picture ?? "");
  const value = rowForm.typed["value"];
  const picture = readOwnPicture(typeof value === "string" ? value : "");
  const [alt, setAlt] = useState(picture?.alt ?? "");
  // The description can be edited while the files are being encoded.
  const latestAlt = useRef(alt);
  const set = (next: OwnPicture) => rowForm.change("value", JSON.stringify(next));
  const { isWorking, problem, start } = usePicture(slot, {
    onFiles: (files) => set({ ...files, alt: latestAlt.current }),
    onWorking: (isRunning) => rowForm.onUploading("value", isRunning),
  });
  const { isOver, ...dropEvents } = useDrop(!rowForm.saving && !isWorking, start);
  const id = useId();
  return (
    <EditorForm {...props} rowForm={rowForm} isReady={picture !== undefined && alt.trim() !== ""}>
      <div {...dropEvents} className={isOver ? "rounded-sheet outline-2 outline-teal" : ""}>
        <PictureView picture={text.picture ?? ""} own={picture} />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <FileButton
            accept={ACCEPTED_PICTURES}
            disabled={rowForm.saving || isWorking}
            isOver={isOver}
            onFile={start}
          />
        </div>
        <p role="status" className="mt-1 text-ink-2">
          {isWorking ? words.working : words.crop(slot.width, slot.height)}
        </p>
        {problem && (
          <p role="alert" className="mt-1 text-danger">
            {problem}
          </p>
        )}
      </div>
      <label htmlFor={id} className="mt-3 mb-1 block font-semibold">
        {words.alt} <span className="text-danger">*</span>
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        required
        maxLength={MAX_ALT_LENGTH}
        value={alt}
        disabled={rowForm.saving}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setAlt(target.value);
          latestAlt.current = target.value;
          if (picture) set({ ...picture, alt: target.value });
        }}
        className={`${INPUT} resize-y`}
      />
      <p id={`${id}-hint`} className="mt-1 text-ink-2">
        {words.altHint}
      </p>
      {rowForm.problems["value"] && (
        <p role="alert" className="mt-1 text-danger">
          {rowForm.problems["value"]}
        </p>
      )}
    </EditorForm>
  );
}

type PictureViewProps = { picture: string; own: OwnPicture | undefined };

/** Thumbnail of the picture shown on the page: the owner's own, or the built-in one. */
export function PictureView({ picture, own }: PictureViewProps) {
  const builtIn = landingPictures[picture] ?? productPictures[picture];
  const src = own?.files.at(-1)?.path ?? `${PICTURE_FOLDER}/${picture}-${builtIn?.fallback}.webp`;
  return (
    <img
      src={src}
      alt={own?.alt ?? builtIn?.alt}
      loading="lazy"
      className="max-h-36 max-w-full rounded-sheet border border-line bg-paper-2"
    />
  );
}

type PictureEvents = {
  onFiles: (picture: Omit<OwnPicture, "alt">) => void;
  onWorking: (isRunning: boolean) => void;
};

/** Encodes and uploads a chosen file. While offline, queues the files on this device. */
function usePicture(slot: PictureSlot, { onFiles, onWorking }: PictureEvents) {
  const { outbox } = useAdmin();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (file: File) => {
    const { signal } = (running.current = new AbortController());
    const found = findFileFault(file);
    if (found) return setProblem(faultText(found, slot));
    setProblem(undefined);
    setWorking(true);
    onWorking(true);
    try {
      const encoded = await encodePicture(file, slot);
      if ("fault" in encoded) return setProblem(faultText(encoded.fault, slot));
      const files = encoded.files.map(async ({ width, type, blob }) => {
        const name = `picture-${width}.${type.replace("image/", "")}`;
        const path = await store(outbox, new File([blob], name, { type }), signal);
        return { width, type, path };
      });
      onFiles({ ...encoded, files: await Promise.all(files) });
    } catch (error) {
      if (signal.aborted) return;
      const isDevice = error instanceof DeviceError;
      setProblem(isDevice ? outboxWords.device[error.reason] : readableMessage(error));
    } finally {
      setWorking(false);
      onWorking(false);
    }
  };
  return { isWorking, problem, start: (file: File) => void run(file) };
}

/** Uploads a file, or queues it while offline, and returns its path. */
async function store(outbox: Outbox, file: File, signal: AbortSignal): Promise<string> {
  try {
    return (await adminCalls.upload("media", file, { signal })).url;
  } catch (error) {
    if (signal.aborted || !isOffline(error)) throw error;
    return queueUpload(outbox, "media", file);
  }
}

function faultText(fault: PictureFault, { widths }: PictureSlot): string {
  const texts = words.fileProblems;
  if (fault === "size") return texts.size(MOST_MB);
  return fault === "small" ? texts.small(widths[0] ?? 0) : texts[fault];
}
