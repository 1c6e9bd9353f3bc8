import { barWords as words } from "../../content/admin-outbox.ts";
import { ToolButton } from "../app/controls.tsx";
import { Bar } from "./bar.tsx";
import { useTrouble } from "./outbox-context.tsx";

/** Explains why this device cannot store edits. */
export function TroubleBar() {
  const trouble = useTrouble();
  if (!trouble) return null;
  return (
    <Bar text={words.device[trouble]}>
      {(trouble === "newer" || trouble === "blocked") && (
        <ToolButton onClick={() => window.location.reload()}>{words.reload}</ToolButton>
      )}
    </Bar>
  );
}
