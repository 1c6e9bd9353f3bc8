import { type ReactNode, useRef } from "react";
import { formatBytes, PAPER_NAMES } from "../../../../server/contract/format.ts";
import { FileLink } from "../../../components/file-list.tsx";
import { Download } from "../../../components/icons.tsx";
import { fileWords } from "../../../content/pages.ts";
import { offlineWords } from "../../../content/offline.ts";
import { useFocusAfterRender } from "../../../lib/focus.ts";
import type { ListedFile } from "../../../pwa/library/state.ts";
import { Again, Bin, Cross, Printer, Tick } from "../icons.tsx";
import { SAVED_LINK, useConnection } from "./connection.tsx";
import { FileButton, type FileButtonProps, Progress } from "./file-button.tsx";
import { type FileView, problemText, progressText, viewFile } from "./file-view.ts";
import { type DeviceLibrary, usePrinting } from "./use-library.ts";

const words = offlineWords.files;

type FilePartProps = {
  file: ListedFile;
  /** Without the paper size. */
  title: string;
  device: DeviceLibrary;
  /** Links to the other sizes. */
  children?: ReactNode;
};

/** One file of a printable: its link, its state on this device, its buttons. */
export function FilePart({ file, title, device, children }: FilePartProps) {
  const view = viewFile(file.id, device.state);
  const buttons = useRef<HTMLSpanElement>(null);
  const name = nameOf(file, title);
  return (
    <span className="flex flex-col md:items-end">
      <span className="flex flex-wrap items-center gap-x-3 md:justify-end">
        <Opener file={file} title={title} view={view} />
        <StateMark view={view} name={name} />
        {children}
        {/* Takes the focus when a click removes its own button. */}
        <span
          ref={buttons}
          tabIndex={-1}
          role="group"
          aria-label={name}
          className="-mr-2 ml-auto flex items-center md:ml-0"
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

/** "Month 1, A4". */
export function nameOf({ paper }: Pick<ListedFile, "paper">, title: string): string {
  return `${title || fileWords.untitled}, ${paper ? PAPER_NAMES[paper] : "PDF"}`;
}

type OpenerProps = { file: ListedFile; title: string; view: FileView };

/** Link to the copy on this device or to the server; plain text when offline without a copy. */
export function Opener({ file, title, view }: OpenerProps) {
  const { offline } = useConnection();
  const { open } = usePrinting();
  const saved = "saved" in view ? view.saved : undefined;
  if (offline && !saved) {
    return (
      <span className="inline-flex min-h-11 items-center text-sm text-ink-2">
        {file.paper ? PAPER_NAMES[file.paper] : "PDF"}
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
  if (view.state === "waiting") return <span className="text-sm text-ink-2">{words.waiting}</span>;
  if (view.state === "saving") {
    const { received, file } = view.job;
    return (
      <span className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-2 tabular-nums">
        <Progress name={words.savingName(name)} received={received} total={file.bytes} />
        {progressText(received, file.bytes)}
      </span>
    );
  }
  if (!("saved" in view) || !view.saved) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm font-semibold text-teal">
      <Tick className="size-4.5" />
      <span className={view.state === "outdated" ? "sr-only" : "max-sm:sr-only"}>
        {words.saved}
      </span>
      {view.state === "outdated" && <span>{words.updateThere}</span>}
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
  const { state } = view;
  const saved = "saved" in view ? view.saved : undefined;
  const act = (run: () => unknown) => () => {
    run();
    focusNext(() => void focus());
  };
  const cancel = {
    icon: Cross,
    name: words.cancelName(name),
    onClick: act(() => library.cancel(file.id)),
  };
  const save = act(() => library.save([file]));
  const isBusy = state === "waiting" || state === "saving";
  const buttons: (FileButtonProps | false)[] = [
    !isBusy &&
      (saved !== undefined || !offline) && {
        icon: Printer,
        name: words.printName(name),
        label: words.print,
        onClick: () => print({ url: saved?.path ?? file.url, title: file.title }),
      },
    state === "none" &&
      !offline && {
        icon: Download,
        name: words.saveName(name),
        label: words.save,
        onClick: save,
      },
    state === "outdated" &&
      !offline && {
        icon: Again,
        name: words.updateName(name),
        label: words.update,
        onClick: save,
      },
    state === "failed" && {
      icon: Again,
      name: words.retryName(name),
      label: words.retry,
      onClick: act(() => library.retry(file.id)),
    },
    (isBusy || state === "failed") && cancel,
    (state === "saved" || state === "outdated") && {
      icon: Bin,
      name: words.removeName(name),
      onClick: act(() => library.remove([file.id])),
    },
  ];
  return buttons.map((button) => button && <FileButton key={button.name} {...button} />);
}
