import { useEffect, useRef } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { ShowMore } from "../../../web/components/show-more.tsx";
import { TextDiff } from "../../../web/components/text-diff.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { addressOfItem } from "../../router.ts";
import type { Action } from "../../use-action.ts";
import { EntryActions } from "./entry-actions.tsx";
import { EntryWhy } from "./entry-why.tsx";
import {
  citedBy,
  compareStates,
  type EntryFate,
  type EntryName,
  type EntryShown,
  type StateShown,
} from "./state-data.ts";

/** Entries that are there at first, and how many more each time: the events come after all of them. */
const STEP = 20;

/** A state at a moment, and the state now. */
interface StateAtMomentProps {
  readonly then: StateShown;
  readonly now: StateShown;
  /** Where entries are changed; null for a moment of the past. */
  readonly action: Action | null;
  /** The entry that is looked for. */
  readonly chosen: EntryName | null;
}

/** What was in force, slot by slot, each entry with what became of it; then what came later. */
export function StateAtMoment({ then, now, action, chosen }: StateAtMomentProps) {
  const { fates, later } = compareStates(then, now);
  const isNow = then.head_seq === now.head_seq;
  const slots = [...new Set([...then.slots, ...fates.map(({ then: entry }) => entry.slot)])];
  return (
    <>
      <section class="part">
        <h2>
          In force{" "}
          <span class="quiet">
            {formatCount(fates.length, "entry", "entries")}, {formatNumber(then.token_count)} of{" "}
            {formatNumber(then.budget_tokens)} tokens
          </span>
        </h2>
        {!isNow && <Summary fates={fates} later={later} />}
        {fates.length === 0 && <p class="quiet">Nothing was in force at this moment.</p>}
        {slots.map((slot) => (
          <Slot
            key={slot}
            slot={slot}
            fates={fates.filter(({ then: entry }) => entry.slot === slot)}
            change={action === null ? null : { slots: now.slots, action }}
            chosen={chosen}
          />
        ))}
      </section>
      {later.length > 0 && (
        <section class="part">
          <h2>
            Came later{" "}
            <span class="quiet">
              {formatCount(later.length, "entry", "entries")} in force now, but not then
            </span>
          </h2>
          <ShowMore items={later} step={STEP} noun={["entry", "entries"]}>
            {(shown) =>
              shown.map((entry) => (
                <Entry key={`${entry.namespace}/${entry.id}`} entry={entry} change={null} />
              ))
            }
          </ShowMore>
        </section>
      )}
    </>
  );
}

function Summary({
  fates,
  later,
}: {
  readonly fates: readonly EntryFate[];
  readonly later: readonly EntryShown[];
}) {
  const count = (fate: EntryFate["fate"]) => fates.filter((each) => each.fate === fate).length;
  const parts = [
    { look: "plain", count: count("unchanged"), what: "unchanged" },
    { look: "warn", count: count("reworded"), what: "reworded" },
    { look: "bad", count: count("no longer in force"), what: "no longer in force" },
    { look: "good", count: later.length, what: "added since" },
  ] as const;
  return (
    <p class="tally">
      <span>Compared with now:</span>
      {parts
        .filter((part) => part.count > 0)
        .map((part) => (
          <Mark key={part.what} look={part.look}>
            {formatNumber(part.count)} {part.what}
          </Mark>
        ))}
    </p>
  );
}

/** How an entry is changed; null for one that is shown as it was. */
type EntryChange = { readonly slots: readonly string[]; readonly action: Action } | null;

interface SlotProps {
  readonly slot: string;
  readonly fates: readonly EntryFate[];
  readonly change: EntryChange;
  readonly chosen: EntryName | null;
}

function Slot({ slot, fates, change, chosen }: SlotProps) {
  if (fates.length === 0) return null;
  const isChosen = ({ then: { namespace, id } }: EntryFate) =>
    id === chosen?.id && namespace === chosen.namespace;
  const first = Math.max(STEP, fates.findIndex(isChosen) + 1);
  return (
    <section class="slot">
      <h3>
        <bdi>{slot}</bdi> <span class="quiet">{formatCount(fates.length, "entry", "entries")}</span>
      </h3>
      <ShowMore items={fates} step={STEP} first={first} noun={["entry", "entries"]}>
        {(shown) =>
          shown.map((fate) => (
            <Entry
              key={`${fate.then.namespace}/${fate.then.id}`}
              entry={fate.then}
              fate={fate}
              change={change}
              isChosen={isChosen(fate)}
            />
          ))
        }
      </ShowMore>
    </section>
  );
}

interface EntryProps {
  readonly entry: EntryShown;
  readonly fate?: EntryFate;
  readonly change: EntryChange;
  /** Whether the address names it: then it is marked, and comes into view. */
  readonly isChosen?: boolean;
}

/** The message of a session that bears an entry out. */
function Source({ entry }: Pick<EntryProps, "entry">) {
  const cited = citedBy(entry);
  if (cited === null) return null;
  const { agent, session, item } = cited;
  const name = `from item ${shortId(item)}`;
  if (agent === undefined) return <bdi>{name}</bdi>;
  return <a href={addressOfItem(agent, session, item)}>{name}</a>;
}

const LOOKS = { unchanged: "plain", reworded: "warn", "no longer in force": "bad" } as const;

function Entry({ entry, fate, change, isChosen = false }: EntryProps) {
  const { id, content, tokens, version = 1 } = entry;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: "center" });
  }, [isChosen]);
  return (
    <article ref={card} class="entry" aria-label={id} aria-current={isChosen ? "true" : undefined}>
      {fate?.now ? (
        <TextDiff before={content} after={fate.now.content} beforeLabel="Then" afterLabel="Now" />
      ) : (
        <Prose text={content} />
      )}
      <p class="entry-foot">
        <code title={id}>{shortId(id)}</code>
        {version > 1 && <span>version {version}</span>}
        <span>{formatCount(tokens, "token")}</span>
        <Source entry={entry} />
        {change === null && fate !== undefined && <Mark look={LOOKS[fate.fate]}>{fate.fate}</Mark>}
      </p>
      <EntryWhy id={id} />
      {change !== null && <EntryActions entry={entry} {...change} />}
    </article>
  );
}
