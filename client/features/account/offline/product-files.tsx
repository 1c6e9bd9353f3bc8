import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { countText } from "../../../../server/contract/format.ts";
import {
  type FileGroup,
  groupByTitle,
  totalBytes,
  formatBytes,
} from "../../../../server/contract/files.ts";
import type { PurchasedProduct } from "../../../../server/contract/answers.ts";
import { fill } from "../../../../server/contract/words.ts";
import { FileList } from "../../../components/file-list.tsx";
import { accountOfflineWords } from "../../../content/account.ts";
import { usePaper } from "../../../lib/use-paper.ts";
import type { ListedFile } from "../../../device/library-database.ts";
import { purchaseName } from "../purchase-rules.ts";
import { useConnection } from "./connection.tsx";
import { FilePart, Opener, Progress } from "./file-part.tsx";
import { inChosenPaper, progressText, viewFile, viewFiles, listFiles } from "./file-view.ts";
import { type DeviceLibrary, useDeviceLibrary } from "./use-library.ts";

const words = accountOfflineWords.product;

/** Files of a purchase. Shows their save status once the page is hydrated. */
export function ProductFiles({ purchase }: { purchase: PurchasedProduct }) {
  const device = useDeviceLibrary();
  const paper = usePaper();
  const name = purchaseName(purchase);
  const all = listFiles([purchase]);
  const chosen = inChosenPaper(all, paper);
  if (all.length === 0) return null;
  const bytes = totalBytes(chosen);
  const facts = [
    countText(groupByTitle(all).length, "printable"),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
  ];
  const show = (group: FileGroup) =>
    device && <GroupParts group={group} productName={name} device={device} />;
  return (
    <div className="px-5 pb-3 sm:px-6">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-t border-line py-0.5 text-sm print:hidden">
        <p className="text-ink-2 tabular-nums">{facts.join(", ")}</p>
        {device && <SaveAll files={chosen} name={name} device={device} />}
      </div>
      <FileList files={purchase.files} show={show} />
    </div>
  );
}

type GroupPartsProps = { group: FileGroup; productName: string; device: DeviceLibrary };

/** Files of a printable: buttons for the first and each saved paper size, links for the rest. */
function GroupParts({ group: { title, files }, productName, device }: GroupPartsProps) {
  const wanted = files.map((file): ListedFile => ({ ...file, productName }));
  const [first, ...others] = wanted;
  const isOnDevice = ({ id }: ListedFile) => viewFile(id, device.state).state !== "none";
  if (!first) return null;
  return (
    <span className="flex min-w-0 flex-col ps-8 max-[26rem]:ps-0 md:items-end md:ps-0 print:hidden">
      <FilePart file={first} title={title} device={device}>
        {others
          .filter((file) => !isOnDevice(file))
          .map((file) => (
            <Opener key={file.id} file={{ ...file, bytes: 0 }} title={title} />
          ))}
      </FilePart>
      {others.filter(isOnDevice).map((file) => (
        <FilePart key={file.id} file={file} title={title} device={device} />
      ))}
    </span>
  );
}

/** `name` is the product name. */
type SaveAllProps = { files: ListedFile[]; name: string; device: DeviceLibrary };

/** Saves all files of a product in the preferred paper size and shows the progress. */
function SaveAll({ files, name, device: { library, state } }: SaveAllProps) {
  const { offline } = useConnection();
  const { active, received, total, missing, failed, outdated } = viewFiles(files, state);
  if (active) {
    return (
      <span className="flex items-center gap-3 text-ink-2 tabular-nums">
        <Progress
          name={fill(accountOfflineWords.files.savingName, { file: name })}
          received={received}
          total={total}
        />
        {progressText(received, total)}
        <TextButton name={name} onClick={() => files.forEach(({ id }) => library.cancel(id))}>
          {words.cancelAll}
        </TextButton>
      </span>
    );
  }
  if (failed.length > 0) {
    return (
      <span className="flex flex-wrap items-center gap-x-3 text-danger">
        <span role="alert">{fill(words.failed, { files: countText(failed.length, "file") })}</span>
        <TextButton
          name={name}
          onClick={() => failed.forEach(({ file }) => library.retry(file.id))}
        >
          {words.retryAll}
        </TextButton>
      </span>
    );
  }
  if (missing.length > 0) {
    if (offline) return null;
    const some = missing.length < files.length && ` (${formatBytes(totalBytes(missing))})`;
    return (
      <TextButton name={name} onClick={() => library.save(missing)}>
        {words.saveAll}
        {some}
      </TextButton>
    );
  }
  if (outdated.length > 0 && !offline) {
    return (
      <TextButton name={name} onClick={() => library.save(outdated)}>
        {fill(words.updateAll, { files: countText(outdated.length, "file") })}
      </TextButton>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-teal">
      <Check className="size-4.5" />
      {words.allSaved}
    </span>
  );
}

type TextButtonProps = { name: string; onClick: () => void; children: ReactNode };

/** Text button whose accessible name includes the product name. */
function TextButton({ name, onClick, children }: TextButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center rounded-control font-semibold text-ink underline decoration-2 underline-offset-4 hover:decoration-3"
      onClick={onClick}
    >
      {children}
      <span className="sr-only">: {name}</span>
    </button>
  );
}
