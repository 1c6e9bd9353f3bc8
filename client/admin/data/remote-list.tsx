import type { ComponentProps, ReactNode } from "react";
import { readableMessage } from "../../lib/answer.ts";
import { Panel } from "../ui/panels.tsx";
import { LoadedBody } from "../ui/screen.tsx";
import { NoConnection } from "./no-connection.tsx";

type RemoteListProps<Data, Row> = {
  query: ComponentProps<typeof LoadedBody<Data>>["query"];
  words: { list: string; loading: string; failed: string; offline: string; empty: string };
  rowsOf: (data: Data) => readonly Row[];
  /** Error of the last write to the list. */
  error: unknown;
  /** Rendered at the end of the heading line. */
  aside?: ReactNode;
  /** Buttons and facts above the rows. */
  head?: ReactNode;
  /** Renders a row as `<li>`. */
  children: (row: Row, data: Data) => ReactNode;
};

/** Panel with a list that is stored on the server and changed by direct writes. */
export function RemoteList<Data, Row>({ query, words, ...props }: RemoteListProps<Data, Row>) {
  const { rowsOf, error, aside, head, children } = props;
  const { data } = query;
  return (
    <Panel title={words.list} count={data && rowsOf(data).length} aside={aside}>
      <LoadedBody query={query} words={words}>
        {(data) => (
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
              {rowsOf(data).length === 0 ? (
                <p className="px-4 py-6 text-center text-ink-2">{words.empty}</p>
              ) : (
                <ul className="divide-y divide-line">
                  {rowsOf(data).map((row) => children(row, data))}
                </ul>
              )}
            </div>
          </>
        )}
      </LoadedBody>
    </Panel>
  );
}
