import { barWords as words } from "../../../content/admin-outbox.ts";
import { ToolButton } from "../controls.tsx";
import { Bar } from "./bar.tsx";
import { downloadUnsent } from "./export-entries.ts";
import { useDevice, useEntries, usePhase, useTrouble } from "./outbox-context.tsx";

/** Says why this device can't keep what it is given, or why nothing of it can be sent. */
export function TroubleBar() {
  const trouble = useTrouble();
  return (
    <>
      <ForbiddenBar />
      {trouble && (
        <Bar text={words.device[trouble]}>
          {(trouble === "newer" || trouble === "blocked") && (
            <ToolButton onClick={() => window.location.reload()}>{words.reload}</ToolButton>
          )}
        </Bar>
      )}
    </>
  );
}

function ForbiddenBar() {
  const { drafts } = useDevice();
  const entries = useEntries();
  if (usePhase() !== "forbidden" || entries.length === 0) return null;
  const download = async () => downloadUnsent({ entries, drafts: await drafts.listAll() });
  return (
    <Bar look="alert" text={words.forbidden(entries.length)}>
      <ToolButton onClick={() => void download()}>{words.download}</ToolButton>
    </Bar>
  );
}
