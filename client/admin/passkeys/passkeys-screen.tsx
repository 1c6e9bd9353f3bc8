import { queryOptions, useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { PASSKEY_NAME_MISSING, type PasskeyInfo } from "../../../server/contract/sign-in.ts";
import { adminPasskeyWords as words } from "../../content/admin-passkeys.ts";
import { isComposing } from "../../lib/composing.ts";
import { adminCalls } from "../data/api.ts";
import { confirmWithPasskey, useDirectWrite } from "../data/use-direct-write.ts";
import { RemoteList } from "../data/remote-list.tsx";
import { IconButton, INPUT, ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useTimes } from "../ui/times.ts";
import { Panel } from "../ui/panels.tsx";
import { Screen } from "../ui/screen.tsx";

/** Query for the administrator's own passkeys; not cached on the device. */
const passkeysQuery = queryOptions({ queryKey: ["passkeys"], queryFn: adminCalls.listPasskeys });

async function addPasskey(): Promise<PasskeyInfo[]> {
  const options = await adminCalls.getRegistrationOptions();
  const { createPasskey } = await import("../../lib/passkey.ts");
  return adminCalls.addPasskey(await createPasskey(options, words.known));
}

/** Screen to add, name and remove the administrator's own passkeys. */
export function PasskeysScreen() {
  const passkeys = useQuery(passkeysQuery);
  const { isBusy, error, write } = useDirectWrite();
  const ask = useAsk();
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (call: () => Promise<PasskeyInfo[]>, done?: string) =>
    write({ call, stores: passkeysQuery.queryKey, ...(done && { done }) });
  const remove = async ({ id, name }: PasskeyInfo) => {
    const text = passkeys.data?.length === 1 ? words.removeLast : words.removeText;
    const question = { title: words.removeAsk(name), text, yes: words.removeYes };
    if (!(await ask({ ...question, danger: true }))) return;
    change(async () => {
      const left = await adminCalls.removePasskey(id);
      // The focused button disappears with its row.
      addButton.current?.focus();
      return left;
    }, words.removed);
  };
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <RemoteList
          rows={passkeys.data}
          query={passkeys}
          words={words}
          error={error}
          head={
            <ToolButton
              ref={addButton}
              look="main"
              className="w-fit"
              aria-disabled={isBusy}
              onClick={() => change(addPasskey, words.added)}
            >
              {words.add}
            </ToolButton>
          }
        >
          {(passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => change(() => adminCalls.renamePasskey(passkey.id, name))}
              onRemove={() => void remove(passkey)}
            />
          )}
        </RemoteList>
        {passkeys.data && (
          <Advice
            count={passkeys.data.length}
            isBusy={isBusy}
            onConfirm={() => write({ call: confirmWithPasskey, done: words.confirmed })}
          />
        )}
      </div>
    </Screen>
  );
}

type AdviceProps = { count: number; isBusy: boolean; onConfirm: () => void };

function Advice({ count, isBusy, onConfirm }: AdviceProps) {
  return (
    <Panel title={words.care}>
      <div className="grid max-w-prose gap-2.5 px-4 py-3">
        <p>{count === 0 ? words.first : words.two}</p>
        <p>{words.lost}</p>
        <p className="wrap-anywhere">{words.host(window.location.hostname)}</p>
        <p>{words.again}</p>
        {count > 0 && (
          <ToolButton className="w-fit" aria-disabled={isBusy} onClick={onConfirm}>
            {words.confirm}
          </ToolButton>
        )}
      </div>
    </Panel>
  );
}

/** Focuses and selects the field when it appears. */
const focus = (field: HTMLInputElement | null) => field?.select();

type PasskeyRowProps = {
  passkey: PasskeyInfo;
  onRename: (name: string) => void;
  onRemove: () => void;
};

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const problemId = useId();
  const { timeOf } = useTimes();
  const button = useRef<HTMLButtonElement>(null);
  // The focused field disappears, so the focus returns to the button that opened it.
  const close = () => {
    setTyped(undefined);
    setRefused(false);
    button.current?.focus();
  };
  const used = lastUsedAt === null ? undefined : timeOf(lastUsedAt);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <div className="min-w-0 flex-1 basis-56">
        {typed === undefined ? (
          <p className="font-semibold wrap-anywhere">{name}</p>
        ) : (
          <form
            noValidate
            className="flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim() === "") return setRefused(true);
              close();
              if (typed.trim() !== name) onRename(typed);
            }}
          >
            <input
              ref={focus}
              aria-label={words.name}
              maxLength={60}
              aria-invalid={isRefused || undefined}
              aria-describedby={isRefused ? problemId : undefined}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setRefused(false);
              }}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === "Escape" && !isComposing(nativeEvent)) close();
              }}
              className={`${INPUT} flex-1`}
            />
            <ToolButton type="submit">{words.save}</ToolButton>
            {isRefused && (
              <p id={problemId} role="alert" className="w-full font-semibold text-danger">
                {PASSKEY_NAME_MISSING}
              </p>
            )}
          </form>
        )}
        <p className="text-ink-2 tabular-nums">{words.facts(timeOf(createdAt), used)}</p>
      </div>
      <IconButton
        ref={button}
        icon={Pencil}
        label={words.rename(name)}
        onClick={() => setTyped(name)}
      />
      <IconButton icon={Trash2} label={words.remove(name)} onClick={onRemove} />
    </li>
  );
}
