import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Prose } from "../../../web/components/prose.tsx";
import { ShowMore } from "../../../web/components/show-more.tsx";
import type { StateInForce } from "./overview-data.ts";

/** Where an entry is added. */
const ADD = "/state?add=1";

/** The entries in force, folded; slot by slot in the order in which a model reads them. */
export function InForce({ state }: { readonly state: StateInForce }) {
  const { slots, entries } = state;
  if (entries.length === 0) {
    return (
      <section class="part">
        <h2>In force</h2>
        <p class="quiet">
          Nothing is in force yet: <a href={ADD}>add what every agent has to know</a>, or choose
          “Keep what it decided” of a session above.
        </p>
      </section>
    );
  }
  return (
    <section class="part">
      <h2>
        In force{" "}
        <span class="quiet">
          <a href={ADD}>Add an entry</a> · <a href="/state">How it came about</a>
        </span>
      </h2>
      <Folded title={<Amounts {...state} />}>
        <Slots slots={slots} entries={entries} />
      </Folded>
    </section>
  );
}

function Amounts({ entries, token_count, budget_tokens }: StateInForce) {
  const share = budget_tokens === 0 ? 0 : Math.min(1, token_count / budget_tokens);
  return (
    <>
      <strong class="in-force-count">{formatCount(entries.length, "entry", "entries")}</strong>
      <span class="amount">
        {formatNumber(token_count)} of at most {formatNumber(budget_tokens)} tokens
      </span>
      <svg class="budget-bar" width="120" height="6" aria-hidden="true">
        <rect class="bar" width={share * 120} height="6" rx="3" />
      </svg>
    </>
  );
}

interface FoldedProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What is there once somebody opens it. */
function Folded({ title, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function Slots({ slots, entries }: Pick<StateInForce, "slots" | "entries">) {
  const known = [...new Set([...slots, ...entries.map(({ slot }) => slot)])];
  const filled = known.filter((slot) => entries.some((entry) => entry.slot === slot));
  return (
    <div class="slot-list">
      {filled.map((slot) => (
        <Slot key={slot} slot={slot} entries={entries.filter((entry) => entry.slot === slot)} />
      ))}
    </div>
  );
}

/** Entries of one slot that are there at first, and how many more each time. */
const STEP = 20;

function Slot({ slot, entries }: { readonly slot: string } & Pick<StateInForce, "entries">) {
  return (
    <section>
      <h3>
        <bdi>{slot}</bdi>{" "}
        <span class="quiet">{formatCount(entries.length, "entry", "entries")}</span>
      </h3>
      <ShowMore items={entries} step={STEP} noun={["entry", "entries"]}>
        {(shown) => (
          <ul>
            {shown.map(({ id, content, tokens, committed_at }) => (
              <li key={id} class="in-force">
                <Prose text={content} />
                <span class="quiet">
                  <span class="amount">{formatNumber(tokens)} tokens</span>
                  <time dateTime={committed_at}>{committed_at.slice(0, 10)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  );
}
