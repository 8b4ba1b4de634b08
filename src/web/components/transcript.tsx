import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { ConversationData, Row } from "../page.ts";
import { conversationLines, type Line, nextPrompt } from "../text/conversation-lines.ts";
import { RowView } from "./row.tsx";
import { useRows, type VisibleRows } from "./use-rows.ts";

/** A conversation and where it is shown. */
interface TranscriptProps {
  readonly conversation: ConversationData;
  readonly isStatic: boolean;
}

/** Rows of a page that no script takes over. */
const STATIC_ROWS = 200;

/** A conversation: searchable, foldable, with a way from prompt to prompt, however long it is. */
export function Transcript({ conversation, isStatic }: TranscriptProps) {
  return isStatic ? (
    <StaticTranscript conversation={conversation} />
  ) : (
    <LiveTranscript conversation={conversation} />
  );
}

/** What can be read without a script: the first rows, with everything in them. */
function StaticTranscript({ conversation }: Pick<TranscriptProps, "conversation">) {
  const rows = conversation.rows.slice(0, STATIC_ROWS);
  const more = conversation.rows.length - rows.length;
  return (
    <section class="rows" aria-label="Conversation">
      {rows.map((row) => (
        <RowView key={row.number} row={row} isOpen={false} onToggle={() => {}} />
      ))}
      {more > 0 && (
        <p class="quiet">{formatCount(more, "more item")}: allow scripts to see them.</p>
      )}
    </section>
  );
}

function LiveTranscript({ conversation }: Pick<TranscriptProps, "conversation">) {
  const query = useSignal("");
  const openGroups = useSignal<ReadonlySet<number>>(new Set());
  const openRows = useSignal<ReadonlySet<number>>(new Set());
  const lines = useMemo(
    () => conversationLines(conversation, { openGroups: openGroups.value, query: query.value }),
    [conversation, openGroups.value, query.value],
  );
  const rows = useRows({
    count: lines.length,
    estimate: 44,
    keyOf: (index) => keyOf(lines[index]),
  });
  const jump = (step: 1 | -1) => jumpFrom(rows, lines, step);
  useEffect(() => listenForKeys(jump), [lines]);
  const addressed = useAddress({ rows, conversation, lines, openGroups });
  const parts = { rows, lines, openGroups, openRows, addressed };
  return (
    <>
      <Toolbar query={query} lines={lines} total={conversation.rows.length} jump={jump} />
      <Rows {...parts} />
    </>
  );
}

function keyOf(line: Line | undefined): string | number {
  if (line === undefined) return "";
  return line.kind === "row" ? line.row.number : `group-${line.index}`;
}

interface ToolbarProps {
  readonly query: Signal<string>;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly jump: (step: 1 | -1) => void;
}

function Toolbar({ query, lines, total, jump }: ToolbarProps) {
  return (
    <search class="toolbar">
      <label>
        <span class="unseen">Search in the conversation</span>
        <input
          type="search"
          placeholder="Search"
          value={query}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
      </label>
      <span class="quiet" aria-live="polite">
        {query.value === ""
          ? formatCount(total, "item")
          : `${formatNumber(lines.filter(({ kind }) => kind === "row").length)} of ${formatCount(total, "item")}`}
      </span>
      <span class="buttons">
        <button type="button" onClick={() => jump(-1)} title="Previous prompt (k)">
          <span aria-hidden="true">↑</span> Prompt
        </button>
        <button type="button" onClick={() => jump(1)} title="Next prompt (j)">
          <span aria-hidden="true">↓</span> Prompt
        </button>
      </span>
    </search>
  );
}

interface RowsProps {
  readonly rows: VisibleRows;
  readonly lines: readonly Line[];
  readonly openGroups: Signal<ReadonlySet<number>>;
  readonly openRows: Signal<ReadonlySet<number>>;
  /** The number of the row that the address names; 0 for none. */
  readonly addressed: number;
}

function Rows({ rows, lines, openGroups, openRows, addressed }: RowsProps) {
  const { list, virtualizer } = rows;
  if (lines.length === 0) {
    return <p class="empty">Nothing found. Clear the search to see the conversation.</p>;
  }
  return (
    <div
      ref={list}
      class="rows long"
      role="feed"
      aria-label="Conversation"
      style={{ height: `${virtualizer.getTotalSize()}px` }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index];
        if (line === undefined) return null;
        const top = `${start - virtualizer.options.scrollMargin}px`;
        return (
          <article
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={lines.length}
            aria-current={line.kind === "row" && line.row.number === addressed}
            aria-label={line.kind === "row" ? `Item ${line.row.number}` : line.group.title}
            style={{ transform: `translateY(${top})` }}
          >
            {line.kind === "row" ? (
              <RowView
                row={line.row}
                isOpen={openRows.value.has(line.row.number)}
                onToggle={(isOpen) => toggle(openRows, line.row.number, isOpen)}
              />
            ) : (
              <GroupHead line={line} openGroups={openGroups} />
            )}
          </article>
        );
      })}
    </div>
  );
}

interface GroupHeadProps {
  readonly line: Extract<Line, { kind: "group" }>;
  readonly openGroups: Signal<ReadonlySet<number>>;
}

function GroupHead({ line: { index, group }, openGroups }: GroupHeadProps) {
  const isOpen = openGroups.value.has(index);
  return (
    <div class="row group">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => toggle(openGroups, index, !isOpen)}
      >
        <span class="name">{group.kind === "branch" ? "Abandoned branch" : "Sub-agent"}</span>
        <span class="main" dir="auto">
          {group.title}
        </span>
        <span class="outcome">{formatCount(group.rows, "item")}</span>
      </button>
    </div>
  );
}

function toggle(set: Signal<ReadonlySet<number>>, member: number, isIn: boolean): void {
  if (set.value.has(member) === isIn) return;
  const next = new Set(set.value);
  if (isIn) next.add(member);
  else next.delete(member);
  set.value = next;
}

/** Where a jump leaves the top of a row: below the toolbar. */
const TOP = 72;

function jumpFrom({ virtualizer }: VisibleRows, lines: readonly Line[], step: 1 | -1): void {
  const offset = (virtualizer.scrollOffset ?? 0) + TOP;
  const items = virtualizer.getVirtualItems();
  const current =
    items.find(({ end }) => end > offset + 1)?.index ?? (step === 1 ? -1 : lines.length);
  const target = nextPrompt(lines, current, step);
  if (target !== null) virtualizer.scrollToIndex(target, { align: "start" });
}

/** `j` and `k` go from prompt to prompt, `/` to the search; not while something is typed. */
function listenForKeys(jump: (step: 1 | -1) => void): () => void {
  const listen = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j") jump(1);
    else if (event.key === "k") jump(-1);
    else if (event.key === "/") document.querySelector<HTMLInputElement>("input")?.focus();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

interface AddressProps {
  readonly rows: VisibleRows;
  readonly conversation: ConversationData;
  readonly lines: readonly Line[];
  readonly openGroups: Signal<ReadonlySet<number>>;
}

/**
 * Goes to the row that the address names (`#17`, or `#item=ID` as a citation does), now and whenever it changes,
 * and returns its number. A row that is not loaded yet, or whose group is still folded, is gone to as soon as it is
 * listed.
 */
function useAddress({
  rows: { virtualizer },
  conversation,
  lines,
  openGroups,
}: AddressProps): number {
  const wanted = useSignal(location.hash);
  const addressed = useSignal(0);
  useEffect(() => {
    const follow = () => {
      wanted.value = location.hash;
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    const row = addressedRow(conversation.rows, wanted.value);
    if (row === undefined) return;
    if (row.group !== undefined) toggle(openGroups, row.group, true);
    const index = lines.findIndex((line) => line.kind === "row" && line.row === row);
    if (index === -1) return;
    virtualizer.scrollToIndex(index, { align: "start" });
    addressed.value = row.number;
    wanted.value = "";
  }, [wanted.value, lines]);
  return addressed.value;
}

/** The row that an address names by its number or its item. */
function addressedRow(rows: readonly Row[], hash: string): Row | undefined {
  const named = new URLSearchParams(hash.slice(1)).get("item");
  if (named === null) return rows[Number(hash.slice(1)) - 1];
  return rows.find(({ item }) => item === named);
}
