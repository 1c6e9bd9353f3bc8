import type { ComponentProps, ReactNode } from "react";
import { readableMessage } from "../../lib/answer.ts";
import { Panel } from "../ui/panels.tsx";
import { LoadedBody, type LoadFailure } from "../ui/screen.tsx";
import { NoConnection } from "./no-connection.tsx";

type RemoteListProps<Row> = {
  /** Rows; undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  query: ComponentProps<typeof LoadFailure>["query"];
  words: { list: string; loading: string; failed: string; offline: string; empty: string };
  /** Error of the last write to the list. */
  error: unknown;
  /** Rendered at the end of the heading line. */
  aside?: ReactNode;
  /** Buttons and facts above the rows. */
  head?: ReactNode;
  /** Renders a row as `<li>`. */
  children: (row: Row) => ReactNode;
};

/** Panel with a list that is stored on the server and changed by direct writes. */
export function RemoteList<Row>({ rows, query, words, error, ...parts }: RemoteListProps<Row>) {
  const { aside, head, children } = parts;
  return (
    <Panel title={words.list} count={rows?.length} aside={aside}>
      <LoadedBody query={{ ...query, data: rows }} words={words}>
        {(loaded) => (
          <>
            <div className="peer grid gap-3 px-4 py-3.5 empty:hidden">
              <NoConnection text={words.offline} />
              {head}
              {error !== null && (
                <p role="alert" className="font-semibold text-danger">
                  {readableMessage(error)}
                </p>
              )}
            </div>
            <div className="border-t border-line peer-empty:border-t-0">
              {loaded.length === 0 ? (
                <p className="px-4 py-6 text-center text-ink-2">{words.empty}</p>
              ) : (
                <ul className="divide-y divide-line">{loaded.map(children)}</ul>
              )}
            </div>
          </>
        )}
      </LoadedBody>
    </Panel>
  );
}
