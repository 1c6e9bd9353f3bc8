import { type ReactNode, useRef } from "react";
import { formatBytes, PAPER_NAMES } from "../../../../server/contract/format.ts";
import { FileLink } from "../../../components/file-list.tsx";
import { Download } from "../../../components/icons.tsx";
import { fileWords } from "../../../content/files.ts";
import { offlineWords } from "../../../content/offline.ts";
import { useFocusAfterRender } from "../../../lib/focus.ts";
import type { Wanted } from "../../../pwa/library/state.ts";
import { Again, Bin, Cross, Printer, Tick } from "../icons.tsx";
import { Act, Progress } from "./act.tsx";
import { useConnection } from "./connection.tsx";
import { type FileView, problemText, progressText, viewFile } from "./file-view.ts";
import type { DeviceLibrary } from "./library-context.ts";
import { KEPT } from "./needs-connection.ts";
import { usePrinting } from "./use-printing.ts";

const words = offlineWords.files;

type FilePartProps = {
  file: Wanted;
  /** Of the printable, without its paper size. */
  title: string;
  device: DeviceLibrary;
  /** The ways to the other sizes. */
  children?: ReactNode;
};

/** One file of a printable: the way to it, how it stands with this device, and what can be done. */
export function FilePart({ file, title, device, children }: FilePartProps) {
  const view = viewFile(file.id, device.state);
  const acts = useRef<HTMLSpanElement>(null);
  const name = nameOf(file, title);
  return (
    <span className="flex flex-col md:items-end">
      <span className="flex flex-wrap items-center gap-x-3 md:justify-end">
        <Opener file={file} title={title} view={view} />
        <StateMark view={view} name={name} />
        {children}
        {/* A press may take its own button away: then the keyboard goes on from here. */}
        <span
          ref={acts}
          tabIndex={-1}
          role="group"
          aria-label={name}
          className="-mr-2 ml-auto flex items-center md:ml-0"
        >
          <Acts
            {...{ file, name, view, device }}
            stay={() => acts.current?.focus({ preventScroll: true })}
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
export function nameOf({ paper }: Pick<Wanted, "paper">, title: string): string {
  return `${title || fileWords.untitled}, ${paper ? PAPER_NAMES[paper] : "PDF"}`;
}

type OpenerProps = { file: Wanted; title: string; view: FileView };

/** Leads to the copy on this device, or to the shop; nowhere without either. */
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
      {...(saved && KEPT)}
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

type ActsProps = {
  file: Wanted;
  name: string;
  view: FileView;
  device: DeviceLibrary;
  stay: () => void;
};

function Acts({ file, name, view, device: { library }, stay }: ActsProps) {
  const { offline } = useConnection();
  const { print } = usePrinting();
  const focusNext = useFocusAfterRender();
  const press = (run: () => unknown) => () => {
    run();
    focusNext(() => {
      stay();
      return undefined;
    });
  };
  const { state } = view;
  const saved = "saved" in view ? view.saved : undefined;
  const busy = state === "waiting" || state === "saving";
  const cancel = (
    <Act
      icon={Cross}
      name={words.cancelName(name)}
      onPress={press(() => library.cancel(file.id))}
    />
  );
  if (busy) return cancel;
  return (
    <>
      {(saved || !offline) && (
        <Act
          icon={Printer}
          name={words.printName(name)}
          label={words.print}
          onPress={() => print({ url: saved?.path ?? file.url, title: file.title })}
        />
      )}
      {state === "none" && !offline && (
        <Act
          icon={Download}
          name={words.saveName(name)}
          label={words.save}
          onPress={press(() => library.save([file]))}
        />
      )}
      {state === "outdated" && !offline && (
        <Act
          icon={Again}
          name={words.updateName(name)}
          label={words.update}
          onPress={press(() => library.save([file]))}
        />
      )}
      {state === "failed" && (
        <>
          <Act
            icon={Again}
            name={words.retryName(name)}
            label={words.retry}
            onPress={press(() => library.retry(file.id))}
          />
          {cancel}
        </>
      )}
      {(state === "saved" || state === "outdated") && (
        <Act
          icon={Bin}
          name={words.removeName(name)}
          onPress={press(() => library.remove([file.id]))}
        />
      )}
    </>
  );
}
