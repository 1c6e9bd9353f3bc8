import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useId } from "react";
import type { BackupList, KeptArchive } from "../../../server/contract/backups.ts";
import { formatRoom } from "../../../server/contract/format.ts";
import { Spinner } from "../../components/spinner.tsx";
import { backupWords as words } from "../../content/admin-backups.ts";
import { orderWords } from "../../content/admin-orders.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { adminCalls } from "../data/api.ts";
import { IconButton, ToolButton, toolClass } from "../app/controls.tsx";
import { Panel, StateMark, Time } from "../desk/panels.tsx";
import { wholeTimeOf } from "../desk/times.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { backupsQuery } from "./backups-query.ts";
import { useBackups } from "./use-backups.ts";

/** The store's archives: the newest first, to be downloaded or deleted, and one more on a press. */
export function BackupsPanel() {
  const { data, error, refetch } = useQuery(backupsQuery);
  return (
    <Panel title={words.list} count={data?.backups.length}>
      {data && <Backups list={data} />}
      {!data && !error && (
        <div className="px-4 py-4">
          <Spinner label={words.loading} />
        </div>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3 px-4 py-4">
          <p role="alert" className="text-danger">
            {words.failed}. {readableMessage(error)}
          </p>
          <ToolButton onClick={() => void refetch()}>{orderWords.retry}</ToolButton>
        </div>
      )}
    </Panel>
  );
}

function Backups({ list }: { list: BackupList }) {
  const { backups, isUnderWay, failure, keep } = list;
  const { make, remove, isBusy, problem } = useBackups();
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
            onClick={() => !isUnderWay && void make()}
          >
            {words.make}
          </ToolButton>
          <p id={rule} className="min-w-0 flex-1 basis-64 text-ink-2">
            {words.daily(keep)} {words.byHandKept}
          </p>
        </div>
        {isUnderWay && <Spinner label={words.making} />}
        {problem !== undefined && (
          <p role="alert" className="font-semibold text-danger">
            {problem}
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
              onRemove={() => void remove(backup.name, wholeTimeOf(backup.at))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type BackupRowProps = { backup: KeptArchive; isBusy: boolean; onRemove: () => void };

function BackupRow({ backup, isBusy, onRemove }: BackupRowProps) {
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
