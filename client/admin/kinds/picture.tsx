import { ImageOff } from "lucide-react";
import { useState } from "react";
import { uploadWords as words } from "../../content/admin-parts.ts";
import { AdminDialog, DialogBody, useDialogs } from "../ui/dialog.tsx";
import type { FieldKind, Filled } from "./field-kind.ts";
import { UploadInput } from "./lazy-widgets.ts";
import { plainText, TEXT_FILTER } from "./text.tsx";
import { fileNameOf, sizeText } from "./upload.ts";
import type { UploadPreviewProps } from "./upload-field.tsx";
import { useQueuedFile } from "./uploads.ts";

/** Number of pictures of a list that a grid cell shows. */
const MOST_IN_CELL = 4;

type ThumbnailProps = {
  url: string;
  source: string;
  className: string;
  /** In a grid, cells take the focus. */
  tabIndex?: number;
};

/** Small picture that opens large. Shows a notice if the file is missing. */
function Thumbnail({ url, source, className, tabIndex }: ThumbnailProps) {
  const { show } = useDialogs();
  const [goneSource, setGoneSource] = useState<string>();
  const name = fileNameOf(url);
  if (goneSource === source) {
    const text = words.gone(name);
    return (
      <span
        role="img"
        aria-label={text}
        title={text}
        className={`inline-flex items-center justify-center rounded-sheet border border-danger bg-danger-2 text-danger ${className}`}
      >
        <ImageOff aria-hidden="true" className="size-4" />
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      title={words.enlarge(name)}
      aria-label={words.enlarge(name)}
      onClick={() => show((close) => <LargePicture {...{ name, source }} onClose={close} />)}
      className={`inline-block overflow-hidden rounded-sheet border border-line bg-paper-2 outline-offset-[-2px] ${className}`}
    >
      <img
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setGoneSource(source)}
        className="size-full object-contain"
      />
    </button>
  );
}

function LargePicture(props: { name: string; source: string; onClose: () => void }) {
  const { name, source, onClose } = props;
  return (
    <AdminDialog title={name} width="wide" onClose={onClose}>
      <DialogBody>
        <img src={source} alt={name} className="mx-auto max-h-[70vh] max-w-full object-contain" />
      </DialogBody>
    </AdminDialog>
  );
}

function CellPicture({ url }: { url: string }) {
  const queued = useQueuedFile(url);
  return <Thumbnail url={url} source={queued ?? url} tabIndex={-1} className="size-7" />;
}

function PictureCell({ value }: { value: Filled }) {
  const urls = Array.isArray(value) ? value : [plainText(value)];
  const shown = [...new Set(urls)].slice(0, MOST_IN_CELL);
  return (
    <span className="flex h-full items-center gap-1">
      {shown.map((url) => (
        <CellPicture key={url} url={url} />
      ))}
      {urls.length > shown.length && <span>{`+${urls.length - shown.length}`}</span>}
    </span>
  );
}

function PicturePreview({ url, source, bytes }: UploadPreviewProps) {
  return (
    <p className="flex items-center gap-3">
      <Thumbnail {...{ url, source }} className="size-20 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <a href={source} target="_blank" rel="noreferrer" className="link">
          {fileNameOf(url)}
        </a>
        <span className="text-ink-2"> {sizeText({ bytes })}</span>
      </span>
    </p>
  );
}

/** Paths of uploaded pictures. */
export const picture: FieldKind = {
  text: plainText,
  Cell: PictureCell,
  Input: (part) => <UploadInput kind="media" part={part} Preview={PicturePreview} />,
  filter: TEXT_FILTER,
  width: ({ type }) => (type === "array" ? 152 : 96),
  opensForm: true,
};
