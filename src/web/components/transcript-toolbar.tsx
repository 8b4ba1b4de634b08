import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { Search } from "./use-search.ts";

/** A search, and where its buttons lead. */
interface TranscriptToolbarProps {
  readonly search: Search;
  readonly total: number;
  readonly jump: (step: 1 | -1) => void;
  /** Goes to the row with a number. */
  readonly onMatch: (number: number) => void;
}

/** Searches a conversation and goes from match to match, and from prompt to prompt. */
export function TranscriptToolbar({ search, total, jump, onMatch }: TranscriptToolbarProps) {
  const { query, isOnly, matches, current } = search;
  const count = matches.value.length;
  const step = (by: 1 | -1) => {
    if (count === 0) return;
    current.value = (Math.max(current.value, by === 1 ? -1 : 0) + by + count) % count;
    onMatch(matches.value[current.value] ?? 0);
  };
  const isSearching = query.value.trim() !== "";
  const place = current.value < 0 ? "" : `${formatNumber(current.value + 1)} of `;
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
            current.value = -1;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
      </label>
      <span class="quiet" aria-live="polite">
        {isSearching ? `${place}${formatCount(count, "item")} found` : formatCount(total, "item")}
      </span>
      {isSearching && (
        <>
          <label class="only">
            <input
              type="checkbox"
              checked={isOnly}
              onChange={(event) => {
                isOnly.value = event.currentTarget.checked;
              }}
            />{" "}
            Only these
          </label>
          <span class="buttons">
            <button type="button" disabled={count === 0} onClick={() => step(-1)}>
              <span aria-hidden="true">↑</span> Match
            </button>
            <button type="button" disabled={count === 0} onClick={() => step(1)}>
              <span aria-hidden="true">↓</span> Match
            </button>
          </span>
        </>
      )}
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
