import { useEffect, useId, useRef, useState } from "react";
import {
  type OwnPicture,
  MAX_ALT_LENGTH,
  readOwnPicture,
} from "../../../server/contract/own-picture.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { landingPictures, PICTURE_FOLDER, productPictures } from "../../content/pictures.ts";
import { isOffline, readableMessage } from "../../lib/answer.ts";
import { sleep } from "../../lib/retry.ts";
import { DeviceError } from "../../device/idb.ts";
import { useAdmin } from "../data/admin-context.ts";
import { INPUT } from "../ui/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { FileButton } from "../kinds/upload-field.tsx";
import { queueUpload, useDrop } from "../kinds/use-upload.ts";
import type { Outbox } from "../offline/outbox.ts";
import {
  ACCEPTED_PICTURES,
  encodePicture,
  faultText,
  findFileFault,
  MIDDLE_POSITION,
  type PictureSlot,
  slotOf,
} from "../kinds/picture-files.ts";
import { EditorForm } from "./editor-form.tsx";
import { type EditorProps, formProps, useTextForm } from "./text-editor.tsx";

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
  const { isWorking, problem, position, start, move } = usePicture(slot, {
    onFiles: (files) => set({ ...files, alt: latestAlt.current }),
    onWorking: (isRunning) => rowForm.onUploading("value", isRunning),
  });
  const { isOver, ...dropEvents } = useDrop(!rowForm.saving && !isWorking, start);
  const id = useId();
  return (
    <EditorForm
      {...formProps(props)}
      rowForm={rowForm}
      draft={rowForm.draft}
      isReady={picture !== undefined && alt.trim() !== ""}
    >
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
        {position !== undefined && (
          <label className="mt-2 flex flex-wrap items-center gap-2">
            {words.position}
            <input
              type="range"
              max={1}
              step={0.05}
              value={position}
              disabled={rowForm.saving}
              onChange={({ target }) => move(target.valueAsNumber)}
              className="min-h-9 accent-teal"
            />
          </label>
        )}
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

/** Delay between the last move of a crop and its encoding. */
const MOVE_DELAY_MS = 350;

type ChosenPicture = { file: File; position: number };

/**
 * Encodes and uploads a chosen file, and again after its crop was moved. While offline, queues the
 * files on this device.
 */
function usePicture(slot: PictureSlot, { onFiles, onWorking }: PictureEvents) {
  const { outbox } = useAdmin();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async ({ file, position }: ChosenPicture, delayMs = 0) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setProblem(undefined);
    setWorking(true);
    onWorking(true);
    try {
      await sleep(delayMs, signal);
      if (signal.aborted) return;
      const encoded = await encodePicture(file, { slot, position });
      if (signal.aborted) return;
      if ("fault" in encoded) return setProblem(faultText(encoded.fault, slot.widths[0]));
      setChosen({ file, position });
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
      if (!signal.aborted) {
        setWorking(false);
        onWorking(false);
      }
    }
  };
  const start = (file: File) => {
    const fault = findFileFault(file);
    if (fault) setProblem(faultText(fault));
    else void run({ file, position: MIDDLE_POSITION });
  };
  const move = (position: number) => {
    if (!chosen) return;
    setChosen({ ...chosen, position });
    void run({ ...chosen, position }, MOVE_DELAY_MS);
  };
  return { isWorking, problem, position: chosen?.position, start, move };
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
