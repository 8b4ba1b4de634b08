import { formatCount } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { LineageLines } from "../../../web/components/pictures/lineage-lines.tsx";
import { ShowMore } from "../../../web/components/show-more.tsx";
import { formatMilliseconds } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { type LineageRow, lineageRows, threadTitle } from "./thread-data.ts";

/** Threads that are listed at first, and how many more each time. */
const STEP = 500;

/** Where a branch or a handoff comes from. */
export default function Threads(_: ScreenProps) {
  const list = useCall({ operation: "thread list", input: { archived: true } });
  return (
    <Answered answer={list} what="Reading the threads">
      {({ threads }) => {
        if (threads.length === 0) {
          return (
            <Empty title="There are no threads yet.">
              <p>Begin one, or import a session of an agent:</p>
              <CommandLine command="holdall thread new --title 'Tides'" />
              <CommandLine command="holdall import last" />
            </Empty>
          );
        }
        const rows = lineageRows(threads);
        return (
          <>
            <ShowMore items={rows} step={STEP} noun={["thread", "threads"]}>
              {(shown) => (
                <ul class="threads">
                  {shown.map((row) => (
                    <li key={row.thread.thread_id}>
                      <ThreadRow row={row} />
                    </li>
                  ))}
                </ul>
              )}
            </ShowMore>
            {rows.some(({ depth }) => depth > 0) && (
              <p class="quiet lineage-legend">
                A solid line leads to a branch, a dashed line to a handoff.
              </p>
            )}
          </>
        );
      }}
    </Answered>
  );
}

function ThreadRow({ row }: { readonly row: LineageRow }) {
  const { thread, depth, passing, hasNext, hasChildren } = row;
  const { thread_id, parent, messages, archived, created_at_ms } = thread;
  const origin = parent === null ? null : `${parent.kind} at #${parent.seq}`;
  const isImported = thread_id.includes("/");
  return (
    <a class="thread-row" href={`/threads/${encodeURIComponent(thread_id)}`}>
      <LineageLines
        depth={depth}
        passing={passing}
        hasNext={hasNext}
        hasChildren={hasChildren}
        kind={parent?.kind ?? null}
      />
      <span class="thread-name">
        <bdi>{threadTitle(thread)}</bdi>
        <span class="quiet">
          {[origin, isImported ? "imported session" : null, archived ? "archived" : null]
            .filter((part) => part !== null)
            .join(", ")}
        </span>
      </span>
      <span class="amount">{formatCount(messages, "message")}</span>
      <span class="amount quiet">{formatMilliseconds(created_at_ms)}</span>
    </a>
  );
}
