import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import type { BackupList, KeptArchive } from "../../../server/contract/admin-answers.ts";
import { formatRoom } from "../../../server/contract/format.ts";
import { Spinner } from "../../components/notice.tsx";
import { backupWords as words } from "../../content/admin-backups.ts";
import { startDownload } from "../../lib/download.ts";
import { randomKey } from "../../lib/retry.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useAdmin } from "../data/admin-context.ts";
import { IconButton, ToolButton, toolClass } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { usePasskeyCheck } from "../data/passkey-check.ts";
import { useToasts } from "../ui/toasts.tsx";
import { adminCalls } from "../data/api.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { Panel, StateMark, Time } from "../ui/panels.tsx";
import { LoadedBody, Screen } from "../ui/screen.tsx";
import { wholeTimeOf } from "../ui/formats.ts";

const POLL_MS = 1000;

/** Query for the backups, polled while one is being created; not cached on the device. */
const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: adminCalls.listBackups,
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? POLL_MS : false),
});

/** Screen to create, download and delete backups. */
export function BackupsScreen() {
  const backups = useQuery(backupsQuery);
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <Panel title={words.list} count={backups.data?.backups.length}>
          <LoadedBody query={backups} words={words}>
            {(list) => <Backups list={list} />}
          </LoadedBody>
        </Panel>
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

/** Creates, downloads and deletes backups, one request at a time. */
function useBackups() {
  const client = useQueryClient();
  const { user } = useAdmin();
  const { show } = useToasts();
  const ask = useAsk();
  const withPasskey = usePasskeyCheck();
  const key = useRef<string>(undefined);
  const make = useMutation({
    async mutationFn() {
      // Reuse the idempotency key when retrying after a lost connection.
      key.current ??= randomKey();
      const options = { key: key.current, user: user.id };
      const { result } = await withPasskey(() => adminCalls.makeBackup(options));
      key.current = undefined;
      client.setQueryData(backupsQuery.queryKey, result);
    },
  });
  const remove = useMutation({
    async mutationFn(name: string) {
      await withPasskey(() => adminCalls.deleteBackup(name, { user: user.id }));
      show({ text: words.removed });
      await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
    },
  });
  const download = useMutation({
    async mutationFn(name: string) {
      // Check first, because a download link cannot open the passkey dialog.
      await withPasskey(() => adminCalls.checkBackup(name));
      startDownload(adminCalls.backupUrl(name), name);
    },
  });
  const isBusy = make.isPending || remove.isPending || download.isPending;
  const reset = () => {
    make.reset();
    remove.reset();
    download.reset();
  };
  return {
    isBusy,
    error: make.error ?? remove.error ?? download.error,
    make(): void {
      if (isBusy) return;
      reset();
      make.mutate();
    },
    download(name: string): void {
      if (isBusy) return;
      reset();
      download.mutate(name);
    },
    async remove(name: string, time: string): Promise<void> {
      const { removeAsk: title, removeYes: yes } = words;
      if (!(await ask({ title, text: words.removeText(time), yes, danger: true })) || isBusy)
        return;
      reset();
      remove.mutate(name);
    },
  };
}

function Backups({ list }: { list: BackupList }) {
  const { backups, isUnderWay, failure, keep } = list;
  const { make, download, remove, isBusy, error } = useBackups();
  const rule = useId();
  return (
    <>
      <div className="grid gap-3 px-4 py-3.5">
        <NoConnection text={words.offline} />
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
            onClick={() => !isUnderWay && make()}
          >
            {words.make}
          </ToolButton>
          <p id={rule} className="min-w-0 flex-1 basis-64 text-ink-2">
            {words.daily(keep)} {words.byHandKept}
          </p>
        </div>
        {isUnderWay && <Spinner label={words.making} />}
        {error && (
          <p role="alert" className="font-semibold text-danger">
            {readableMessage(error)}
          </p>
        )}
      </div>
      {backups.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-ink-2">{words.empty}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {backups.map((backup) => (
            <BackupRow
              key={backup.name}
              backup={backup}
              isBusy={isBusy}
              onDownload={() => download(backup.name)}
              onRemove={() => void remove(backup.name, wholeTimeOf(backup.at))}
            />
          ))}
        </ul>
      )}
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
  const time = wholeTimeOf(at);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">
          <Time at={at}>{time}</Time>
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
