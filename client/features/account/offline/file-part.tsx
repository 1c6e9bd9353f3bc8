import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { formatBytes, PAPER_NAMES } from "../../../../server/contract/files.ts";
import { fill } from "../../../../server/contract/words.ts";
import { FileLink } from "../../../components/file-list.tsx";
import { fileWords } from "../../../content/parts.ts";
import { accountOfflineWords } from "../../../content/account.ts";
import { useFocusAfterRender } from "../../../lib/form.ts";
import type { ListedFile } from "../../../device/library-database.ts";
import { SAVED_LINK, useConnection } from "./connection.tsx";
import { type FileView, problemText, progressText, viewFile } from "./file-view.ts";
import { type DeviceLibrary, usePrinting } from "./use-library.ts";

const words = accountOfflineWords.files;

type FilePartProps = {
  file: ListedFile;
  /** Title of the printable, without the paper size. */
  title: string;
  device: DeviceLibrary;
  /** Links to the other sizes. */
  children?: ReactNode;
};

/** One file of a printable: its link, its state on this device, its buttons. */
export function FilePart({ file, title, device, children }: FilePartProps) {
  const view = viewFile(file.id, device.state);
  const buttons = useRef<HTMLSpanElement>(null);
  const name = `${title || fileWords.untitled}, ${paperOf(file)}`;
  return (
    <span className="flex flex-col md:items-end">
      <span className="flex flex-wrap items-center gap-x-3 md:justify-end">
        <Opener file={file} title={title} saved={view.saved} />
        <StateMark view={view} name={name} />
        {children}
        {/* Receives the focus when the clicked button disappears. */}
        <span
          ref={buttons}
          tabIndex={-1}
          role="group"
          aria-label={name}
          className="-me-2 ms-auto flex items-center md:ms-0"
        >
          <FileButtons
            {...{ file, name, view, device }}
            focus={() => buttons.current?.focus({ preventScroll: true })}
          />
        </span>
      </span>
      {view.state === "failed" && (
        <span className="pb-2 text-sm text-danger">{problemText(view.job)}</span>
      )}
    </span>
  );
}

function paperOf({ paper }: ListedFile): string {
  return paper ? PAPER_NAMES[paper] : "PDF";
}

type OpenerProps = { file: ListedFile; title: string; saved?: FileView["saved"] };

/** Link to the copy on this device or to the server; plain text when offline without a copy. */
export function Opener({ file, title, saved }: OpenerProps) {
  const { offline } = useConnection();
  const { open } = usePrinting();
  if (offline && !saved) {
    return (
      <span className="inline-flex min-h-11 items-center text-sm text-ink-2">
        {paperOf(file)}
        {file.bytes > 0 && <> · {formatBytes(file.bytes)}</>}
        <span className="sr-only">: {words.away}</span>
      </span>
    );
  }
  const url = saved?.path ?? file.url;
  return (
    <FileLink
      {...(saved && SAVED_LINK)}
      title={saved ? words.openName + title : title}
      file={{ ...file, url }}
      onClick={(event) => open(event, { url, title })}
    />
  );
}

function StateMark({ view, name }: { view: FileView; name: string }) {
  const { state, job, saved } = view;
  if (state === "waiting") return <span className="text-sm text-ink-2">{words.waiting}</span>;
  if (state === "saving") {
    const { received, file } = job;
    return (
      <span className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-2 tabular-nums">
        <Progress
          name={fill(words.savingName, { file: name })}
          received={received}
          total={file.bytes}
        />
        {progressText(received, file.bytes)}
      </span>
    );
  }
  if (!saved) return null;
  const outdated = state === "outdated";
  return (
    <span className="inline-flex items-center gap-1 text-sm font-semibold text-teal">
      <Check className="size-4.5" />
      <span className={outdated ? "sr-only" : "max-sm:sr-only"}>{words.saved}</span>
      {outdated && <span>{words.updateThere}</span>}
    </span>
  );
}

type FileButtonsProps = {
  file: ListedFile;
  name: string;
  view: FileView;
  device: DeviceLibrary;
  focus: () => void;
};

function FileButtons({ file, name, view, device: { library }, focus }: FileButtonsProps) {
  const { offline } = useConnection();
  const { print } = usePrinting();
  const focusNext = useFocusAfterRender();
  const { state, saved } = view;
  const act = (run: () => unknown) => () => {
    run();
    focusNext(() => void focus());
  };
  const printHere = () => print({ url: saved?.path ?? file.url, title: file.title });
  const save = act(() => library.save([file]));
  const retry = act(() => library.retry(file.id));
  const cancel = act(() => library.cancel(file.id));
  const remove = act(() => library.remove([file.id]));
  const busy = state === "waiting" || state === "saving";
  const failed = state === "failed";
  const outdated = state === "outdated";
  // Wide screens show a label next to the icon. The accessible name must start with that label.
  const buttons = [
    [
      !busy && (saved || !offline),
      Printer,
      fill(words.printName, { file: name }),
      printHere,
      words.print,
    ],
    [
      state === "none" && !offline,
      Download,
      fill(words.saveName, { file: name }),
      save,
      words.save,
    ],
    [outdated && !offline, RotateCcw, fill(words.updateName, { file: name }), save, words.update],
    [failed, RotateCcw, fill(words.retryName, { file: name }), retry, words.retry],
    [busy || failed, X, fill(words.cancelName, { file: name }), cancel, ""],
    [state === "saved" || outdated, Trash2, fill(words.removeName, { file: name }), remove, ""],
  ] as const;
  return buttons.map(
    ([shown, Icon, title, onClick, label]) =>
      shown && (
        <button
          key={title}
          type="button"
          aria-label={title}
          title={label || title}
          className="inline-flex min-h-11 min-w-10 items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold text-ink-2 hover:bg-paper-2 hover:text-ink"
          onClick={onClick}
        >
          <Icon className="size-5 shrink-0" />
          {label && <span className="max-md:hidden">{label}</span>}
        </button>
      ),
  );
}

type ProgressProps = { name: string; received: number; total: number; className?: string };

export function Progress({ name, received, total, className = "" }: ProgressProps) {
  return (
    <progress
      aria-label={name}
      value={received}
      max={Math.max(1, total)}
      className={`progress ${className}`}
    />
  );
}
