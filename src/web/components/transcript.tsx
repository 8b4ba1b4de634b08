import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { formatCount } from "../../base/text/format-count.ts";
import type { ConversationData, Row } from "../page.ts";
import { conversationLines, type Line, nextPrompt } from "../text/conversation-lines.ts";
import { rowName } from "../text/row-address.ts";
import { splitQuery } from "../text/split-query.ts";
import { RowView } from "./row.tsx";
import { TranscriptToolbar } from "./transcript-toolbar.tsx";
import { toggle, useAddress } from "./use-address.ts";
import { SoughtTerms } from "./use-full.ts";
import { scrollToTerm, useHighlight } from "./use-highlight.ts";
import { useRows, type VisibleRows } from "./use-rows.ts";
import { useSearch } from "./use-search.ts";

/** A conversation and where it is shown. */
interface TranscriptProps {
  readonly conversation: ConversationData;
  readonly isStatic: boolean;
  /** What is searched for at first; its first match is gone to. */
  readonly find?: string;
  /** When what is looked for was recorded: the last match until then is gone to, once all rows are there. */
  readonly at?: string | null;
  /** Whether all rows are there. */
  readonly isComplete?: boolean;
}

const NONE: readonly string[] = [];

/** Rows of a page that no script takes over. */
const STATIC_ROWS = 200;

/** A conversation: searchable, foldable, with a way from prompt to prompt, however long it is. */
export function Transcript(props: TranscriptProps) {
  const { conversation, isStatic, find = "", at = null, isComplete = true } = props;
  return isStatic ? (
    <StaticTranscript conversation={conversation} />
  ) : (
    <LiveTranscript {...{ conversation, find, at, isComplete }} />
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

type LiveTranscriptProps = Required<Omit<TranscriptProps, "isStatic">>;

function LiveTranscript({ conversation, find, at, isComplete }: LiveTranscriptProps) {
  const search = useSearch(conversation.rows, find);
  const openGroups = useSignal<ReadonlySet<number>>(new Set());
  const openContexts = useSignal<ReadonlySet<number>>(new Set());
  const openRows = useSignal<ReadonlySet<number>>(new Set());
  const query = search.isOnly.value ? search.query.value : "";
  const lines = useMemo(() => {
    const opened = { openGroups: openGroups.value, openContexts: openContexts.value };
    return conversationLines(conversation, { ...opened, query });
  }, [conversation, openGroups.value, openContexts.value, query]);
  const rows = useRows({
    count: lines.length,
    estimate: 44,
    keyOf: (index) => keyOf(lines[index]),
  });
  const jump = (step: 1 | -1) => jumpFrom(rows, lines, step);
  useEffect(() => listenForKeys(jump), [lines]);
  const { addressed, goTo } = useAddress({ rows, conversation, lines, openGroups, openContexts });
  // A match can be gone to again.
  const [visits, setVisits] = useState(0);
  const show = (number: number) => {
    toggle(openRows, number, true);
    goTo(number);
    setVisits(visits + 1);
  };
  const { matches } = search;
  const isReady = at === null || isComplete;
  const isFinding = find !== "" && search.query.value === find && search.current.value < 0;
  useEffect(() => {
    if (!isFinding || !isReady) return;
    // The rows that came last are searched by now, which they are not while this is rendered.
    const first = matchAt(conversation.rows, matches.value, at);
    const number = matches.value[first];
    if (number === undefined) return;
    search.current.value = first;
    show(number);
  }, [isFinding, isReady, conversation.rows, matches.value]);
  useHighlight(rows.element, search.query.value);
  const match = search.current.value;
  useEffect(() => {
    if (match < 0 || addressed === 0) return;
    const itemOf = () =>
      rows.element.current?.querySelector<HTMLElement>('[aria-current="true"]') ?? null;
    return scrollToTerm(itemOf, search.query.value, rows.virtualizer.options.scrollPaddingStart);
  }, [addressed, visits]);
  const sought = match < 0 ? NONE : splitQuery(search.query.value.toLowerCase());
  const parts = { rows, lines, openGroups, openContexts, openRows, addressed, sought };
  return (
    <>
      <TranscriptToolbar
        search={search}
        total={conversation.rows.length}
        jump={jump}
        onMatch={show}
      />
      <Rows {...parts} />
    </>
  );
}

/** The index of the match that was recorded at a time: a result is in the row of its call, which came before it. */
function matchAt(rows: readonly Row[], matches: readonly number[], at: string | null): number {
  if (at === null) return 0;
  const time = Date.parse(at);
  const isUntil = (number: number) => Date.parse(rows[number - 1]?.at ?? "") <= time;
  return Math.max(0, matches.findLastIndex(isUntil));
}

function keyOf(line: Line | undefined): string | number {
  if (line === undefined) return "";
  if (line.kind === "row") return line.row.number;
  if (line.kind === "group") return `group-${line.index}`;
  return line.kind === "day" ? `day-${line.date}` : `context-${line.rows[0]?.number}`;
}

interface RowsProps {
  readonly rows: VisibleRows;
  readonly lines: readonly Line[];
  readonly openGroups: Signal<ReadonlySet<number>>;
  readonly openContexts: Signal<ReadonlySet<number>>;
  readonly openRows: Signal<ReadonlySet<number>>;
  /** The number of the row that the address names; 0 for none. */
  readonly addressed: number;
  /** The terms for which a search led to that row. */
  readonly sought: readonly string[];
}

function Rows(props: RowsProps) {
  const { rows, lines, addressed } = props;
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
            aria-label={labelOf(line)}
            style={{ transform: `translateY(${top})` }}
          >
            <LineView {...props} line={line} />
          </article>
        );
      })}
    </div>
  );
}

function labelOf(line: Line): string {
  if (line.kind === "row") {
    const name = rowName(line.row);
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  }
  if (line.kind === "group") return line.group.title;
  return line.kind === "day" ? line.date : "System context";
}

function LineView({
  line,
  openGroups,
  openContexts,
  openRows,
  addressed,
  sought,
}: RowsProps & { readonly line: Line }) {
  if (line.kind === "day") return <DayHead date={line.date} />;
  if (line.kind === "group") return <GroupHead line={line} openGroups={openGroups} />;
  if (line.kind === "context") return <ContextHead rows={line.rows} openContexts={openContexts} />;
  const { row } = line;
  return (
    <SoughtTerms.Provider value={row.number === addressed ? sought : NONE}>
      <RowView
        row={row}
        isOpen={openRows.value.has(row.number)}
        onToggle={(isOpen) => toggle(openRows, row.number, isOpen)}
      />
    </SoughtTerms.Provider>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

function DayHead({ date }: { readonly date: string }) {
  const parsed = Date.parse(date);
  return (
    <p class="day">
      <time dateTime={date}>{Number.isNaN(parsed) ? date : DAY.format(parsed)}</time>
    </p>
  );
}

interface ContextHeadProps {
  readonly rows: readonly Row[];
  readonly openContexts: Signal<ReadonlySet<number>>;
}

function ContextHead({ rows, openContexts }: ContextHeadProps) {
  const first = rows[0]?.number ?? 0;
  const isOpen = openContexts.value.has(first);
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <div class="row group by-context">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => toggle(openContexts, first, !isOpen)}
      >
        <span class="name">System context</span>
        <span class="main">{formatCount(characters, "character")}</span>
        <span class="outcome">{formatCount(rows.length, "part")}</span>
      </button>
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

function jumpFrom({ virtualizer }: VisibleRows, lines: readonly Line[], step: 1 | -1): void {
  const offset = (virtualizer.scrollOffset ?? 0) + virtualizer.options.scrollPaddingStart;
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
