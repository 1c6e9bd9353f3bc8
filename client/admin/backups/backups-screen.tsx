import { queryOptions, useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useId } from "react";
import type { BackupList, KeptArchive } from "../../../server/contract/admin-answers.ts";
import { formatRoom } from "../../../server/contract/files.ts";
import { Spinner } from "../../components/notice.tsx";
import { backupWords as words } from "../../content/admin-backups.ts";
import { startDownload } from "../../lib/download.ts";
import { adminCalls } from "../data/api.ts";
import { RemoteList } from "../data/remote-list.tsx";
import { useDirectWrite } from "../data/use-direct-write.ts";
import { IconButton, ToolButton, toolClass } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useTimes } from "../ui/times.ts";
import { Panel, StateMark, Time } from "../ui/panels.tsx";
import { Screen } from "../ui/screen.tsx";

const POLL_MS = 1000;

/** Query for the backups, polled while one is being created; not cached on the device. */
const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: adminCalls.listBackups,
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? POLL_MS : false),
});

/** Screen to create, download and delete backups, one request at a time. */
export function BackupsScreen() {
  const backups = useQuery(backupsQuery);
  const { data } = backups;
  const { isBusy, error, write } = useDirectWrite();
  const ask = useAsk();
  const { wholeTimeOf } = useTimes();
  const make = () =>
    write({
      name: "make",
      call: async (options) => (await adminCalls.makeBackup(options)).result,
      stores: backupsQuery.queryKey,
    });
  const download = (name: string) =>
    write({
      async call() {
        // Check first, because a download link cannot open the passkey dialog.
        await adminCalls.checkBackup(name);
        startDownload(adminCalls.backupUrl(name), name);
      },
    });
  const remove = async ({ name, at }: KeptArchive) => {
    const { removeAsk: title, removeYes: yes } = words;
    const text = words.removeText(wholeTimeOf(at));
    if (!(await ask({ title, text, yes, danger: true }))) return;
    write({
      call: ({ user }) => adminCalls.deleteBackup(name, { user }),
      reloads: backupsQuery.queryKey,
      done: words.removed,
    });
  };
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <RemoteList
          rows={data?.backups}
          query={backups}
          words={words}
          error={error}
          head={data && <MakeBackup list={data} isBusy={isBusy} onMake={make} />}
        >
          {(backup) => (
            <BackupRow
              key={backup.name}
              backup={backup}
              isBusy={isBusy}
              onDownload={() => download(backup.name)}
              onRemove={() => void remove(backup)}
            />
          )}
        </RemoteList>
        <Panel title={words.care}>
          <div className="grid max-w-prose gap-2.5 px-4 py-3">
            <p>{words.keepSafe}</p>
            <p>{words.restore}</p>
          </div>
        </Panel>
      </div>
    </Screen>
  );
}

type MakeBackupProps = { list: BackupList; isBusy: boolean; onMake: () => void };

function MakeBackup({ list, isBusy, onMake }: MakeBackupProps) {
  const { isUnderWay, failure, keep } = list;
  const rule = useId();
  const { wholeTimeOf } = useTimes();
  return (
    <>
      {failure && !isUnderWay && (
        <p role="alert" className="font-semibold wrap-anywhere text-danger">
          {words.lastFailed(wholeTimeOf(failure.at), failure.text)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ToolButton
          look="main"
          aria-describedby={rule}
          aria-disabled={isBusy || isUnderWay}
          onClick={() => !isUnderWay && onMake()}
        >
          {words.make}
        </ToolButton>
        <p id={rule} className="min-w-0 flex-1 basis-64 text-ink-2">
          {words.daily(keep)} {words.byHandKept}
        </p>
      </div>
      {isUnderWay && <Spinner label={words.making} />}
    </>
  );
}

type BackupRowProps = {
  backup: KeptArchive;
  isBusy: boolean;
  onDownload: () => void;
  onRemove: () => void;
};

function BackupRow({ backup, isBusy, onDownload, onRemove }: BackupRowProps) {
  const { name, at, bytes, isByHand, missing } = backup;
  const time = useTimes().wholeTimeOf(at);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">
          <Time at={at} format="wholeTimeOf" />
        </span>
        <span className="text-ink-2 tabular-nums">{formatRoom(bytes)}</span>
        {isByHand && <StateMark state={{ text: words.byHand, tone: "plain" }} />}
        {missing > 0 && <StateMark state={{ text: words.missing(missing), tone: "bad" }} />}
      </div>
      <div className="flex items-center gap-1.5">
        <a
          href={adminCalls.backupUrl(name)}
          download={name}
          aria-disabled={isBusy}
          onClick={(event) => {
            event.preventDefault();
            onDownload();
          }}
          aria-label={words.downloadOne(time)}
          className={toolClass("quiet")}
        >
          <Download aria-hidden="true" className="size-4" />
          {words.download}
        </a>
        <IconButton
          icon={Trash2}
          label={words.remove(time)}
          aria-disabled={isBusy}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
