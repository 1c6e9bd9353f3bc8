import { useEffect, useRef, useState } from "react";
import { countText } from "../../../../server/contract/format.ts";
import { formatBytes, totalBytes } from "../../../../server/contract/files.ts";
import type { PurchasedProduct } from "../../../../server/contract/answers.ts";
import { fill } from "../../../../server/contract/words.ts";
import { Button } from "../../../components/button.tsx";
import { accountOfflineWords } from "../../../content/account.ts";
import { useFocusAfterRender } from "../../../lib/form.ts";
import { usePaper } from "../../../lib/use-paper.ts";
import type { ListedFile } from "../../../device/library-database.ts";
import { Block } from "../account-frame.tsx";
import { Progress } from "./file-part.tsx";
import { useConnection } from "./connection.tsx";
import { inChosenPaper, progressText, savedBytes, viewFiles, listFiles } from "./file-view.ts";
import { type DeviceLibrary, useCanSaveFiles, useDeviceLibrary } from "./use-library.ts";

const words = accountOfflineWords.panel;

/** Panel for saved files; an explanation until the library is ready or if saving is impossible. */
export function StoragePanel({ purchases }: { purchases: PurchasedProduct[] }) {
  const device = useDeviceLibrary();
  const canSave = useCanSaveFiles();
  const paper = usePaper();
  const chosen = purchases.flatMap((purchase) => inChosenPaper(listFiles([purchase]), paper));
  const files = [...new Map(chosen.map((file) => [file.id, file])).values()];
  if (files.length === 0) return null;
  return (
    <div className="needs-script">
      <Block heading={words.heading}>
        {device ? (
          <Storage files={files} device={device} />
        ) : (
          <p className="mt-2 text-sm text-ink-2">{canSave ? words.text : words.unable}</p>
        )}
      </Block>
    </div>
  );
}

type StorageProps = { files: ListedFile[]; device: DeviceLibrary };

function Storage({ files, device: { library, state } }: StorageProps) {
  const { offline } = useConnection();
  const { active, received, total, missing, failed } = viewFiles(files, state);
  const full = failed.find(({ problem }) => problem === "full");
  const lost = failed.filter(({ problem }) => problem === "offline").length;
  const count = state.saved.size;
  const missingBytes = totalBytes(missing);
  const [announced, setAnnounced] = useState("");
  useDownloadsEnd(active, () =>
    setAnnounced(
      failed.length > 0
        ? fill(accountOfflineWords.product.failed, { files: countText(failed.length, "file") })
        : fill(words.done, { files: countText(state.saved.size, "file") }),
    ),
  );
  return (
    <>
      {count === 0 ? (
        <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      ) : (
        <>
          <p className="mt-2 font-semibold tabular-nums">
            {`${countText(count, "file")}, ${formatBytes(savedBytes(state))}`}
          </p>
          <p className="mt-1 text-sm text-ink-2">
            {state.persisted ? words.persisted : words.unsure}
          </p>
        </>
      )}
      {full && (
        <p role="alert" className="mt-3 text-sm font-semibold text-danger">
          {full.neededBytes
            ? fill(words.fullBy, { size: formatBytes(full.neededBytes) })
            : words.full}
        </p>
      )}
      {active && (
        <div className="mt-4 text-sm text-ink-2">
          <Progress className="w-full" name={words.saving} received={received} total={total} />
          <div className="flex items-center justify-between tabular-nums">
            {progressText(received, total)}
            <Button look="plain" className="-me-3 text-sm" onClick={() => library.cancel()}>
              {accountOfflineWords.product.cancelAll}
            </Button>
          </div>
        </div>
      )}
      {!active && lost > 0 && (
        <div className="mt-3 text-sm">
          <p>{fill(words.interrupted, { files: countText(lost, "file") })}</p>
          <Button look="plain" className="-mx-3 text-sm" onClick={() => library.retry()}>
            {accountOfflineWords.product.retryAll}
          </Button>
        </div>
      )}
      {!active && missing.length > 0 && !offline && (
        <Button
          look="quiet"
          className="mt-4 w-full"
          aria-label={fill(words.saveAllName, { size: formatBytes(missingBytes) })}
          onClick={() => library.save(missing)}
        >
          {fill(words.saveAll, { size: formatBytes(missingBytes) })}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {count > 0 && !active && (
        <RemoveAll
          count={count}
          remove={async () => {
            await library.remove();
            setAnnounced(words.removed);
          }}
        />
      )}
    </>
  );
}

/** Calls `onEnd` when downloads have finished. */
function useDownloadsEnd(active: boolean, onEnd: () => void): void {
  const before = useRef(active);
  useEffect(() => {
    if (before.current && !active) onEnd();
    before.current = active;
  });
}

/** Removes all files after a confirmation, because they cannot be saved again while offline. */
function RemoveAll({ count, remove }: { count: number; remove: () => Promise<void> }) {
  const [confirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusNext = useFocusAfterRender();
  const turn = (next: boolean) => {
    setConfirming(next);
    focusNext(() => button.current);
  };
  if (!confirming) {
    return (
      <Button ref={button} look="plain" className="-mx-3 mt-1 text-sm" onClick={() => turn(true)}>
        {words.removeAll}
      </Button>
    );
  }
  return (
    <div className="mt-3 text-sm">
      <p id="remove-all-question">{fill(words.sure, { files: countText(count, "file") })}</p>
      <div className="-mx-3 flex flex-wrap">
        <Button
          look="plain"
          className="text-sm"
          aria-describedby="remove-all-question"
          onClick={() => void remove().then(() => setConfirming(false))}
        >
          {words.remove}
        </Button>
        <Button ref={button} look="plain" className="text-sm" onClick={() => turn(false)}>
          {words.keep}
        </Button>
      </div>
    </div>
  );
}
