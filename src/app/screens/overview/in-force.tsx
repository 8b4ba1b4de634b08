import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import type { StateInForce } from "./overview-data.ts";

/** The entries in force, slot by slot in the order in which a model reads them. */
export function InForce({ state: { slots, entries } }: { readonly state: StateInForce }) {
  if (entries.length === 0) {
    return (
      <section class="part">
        <h2>In force</h2>
        <p class="quiet">
          Nothing is in force yet. Record what every agent has to know, or take it from the newest
          session:
        </p>
        <p class="commands">
          <CommandLine command={'holdall state commit "We keep the ledger in SQLite"'} />
          <CommandLine command="holdall import last --state" />
        </p>
      </section>
    );
  }
  const known = [...new Set([...slots, ...entries.map(({ slot }) => slot)])];
  const filled = known.filter((slot) => entries.some((entry) => entry.slot === slot));
  return (
    <section class="part">
      <h2>
        In force{" "}
        <a class="beside" href="/state">
          How it came about
        </a>
      </h2>
      <div class="slot-list">
        {filled.map((slot) => (
          <Slot key={slot} slot={slot} entries={entries.filter((entry) => entry.slot === slot)} />
        ))}
      </div>
    </section>
  );
}

/** Entries of one slot that are listed; a state has a budget, so that more are rare. */
const MAX_ENTRIES = 100;

function Slot({ slot, entries }: { readonly slot: string } & Pick<StateInForce, "entries">) {
  return (
    <section>
      <h3>
        <bdi>{slot}</bdi>{" "}
        <span class="quiet">{formatCount(entries.length, "entry", "entries")}</span>
      </h3>
      <ul>
        {entries.slice(0, MAX_ENTRIES).map(({ id, content, tokens, committed_at }) => (
          <li key={id} class="in-force">
            <Prose text={content} />
            <span class="quiet">
              <span class="amount">{formatNumber(tokens)} tokens</span>
              <time dateTime={committed_at}>{committed_at.slice(0, 10)}</time>
            </span>
          </li>
        ))}
      </ul>
      {entries.length > MAX_ENTRIES && (
        <p class="quiet">
          {formatCount(entries.length - MAX_ENTRIES, "more entry", "more entries")}
        </p>
      )}
    </section>
  );
}
