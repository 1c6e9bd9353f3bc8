import { useState } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { randomKey } from "../../lib/random-key.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { ToolButton } from "../app/controls.tsx";
import { findDeletion } from "../table/history/deleted-rows.tsx";
import { adminCalls } from "../data/api.ts";
import { useWrites } from "../data/use-writes.tsx";
import { CardActions, type CardProps, DiscardButton } from "./card-actions.tsx";
import { useDevice } from "./outbox-context.tsx";
import { ValueList } from "./value-list.tsx";

const words = outboxWords.pending;

/** A change of a row that was deleted meanwhile: it can come back for it. */
export function GoneRow({ entry, schema }: CardProps) {
  const { outbox } = useDevice();
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const [problem, setProblem] = useState<string>();
  const bringBack = async () => {
    try {
      const deletion = await findDeletion(entry.table, entry.row);
      if (deletion?.isOurs === false) return setProblem(words.notBack);
      if (deletion) {
        await send((options) => adminCalls.undo(deletion.changeSet, options), { key });
      }
      // Another may have brought it back already.
      await outbox.retry(entry.n);
    } catch (error) {
      setProblem(readableMessage(error));
    }
  };
  return (
    <>
      <p className="mt-2">{words.gone}</p>
      <ValueList entry={entry} schema={schema} />
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      <CardActions entry={entry}>
        <ToolButton look="main" onClick={() => void bringBack()}>
          {words.bringBack}
        </ToolButton>
        <DiscardButton entry={entry} />
      </CardActions>
    </>
  );
}
