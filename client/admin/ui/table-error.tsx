import { adminWords } from "../../content/admin.ts";
import { ToolButton } from "./controls.tsx";

const words = adminWords.table;

/** Message in place of a table's rows, with a button to retry. */
export function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="min-h-60 flex-1 border-t border-line bg-card px-6 py-14 text-center">
      <p role="alert" className="font-semibold text-danger">
        {words.error(message)}
      </p>
      {onRetry && (
        <ToolButton className="mt-3" onClick={onRetry}>
          {words.retry}
        </ToolButton>
      )}
    </div>
  );
}
