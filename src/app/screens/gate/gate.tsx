import type { ComponentChildren } from "preact";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { ShowMore } from "../../../web/components/show-more.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { ManyButton } from "../../many-button.tsx";
import type { ScreenProps } from "../../screens.ts";
import { type Action, useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { EventCard } from "../state/event-card.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { ContradictionCard } from "./contradiction-card.tsx";
import { firstShares, type GateWork, gateWork } from "./gate-data.ts";
import { OutdatedCard } from "./outdated-card.tsx";
import { ProposalCard } from "./proposal-card.tsx";

/** Refused texts that are looked at, counted from the newest. */
const MAX_REFUSED = 100;
const MAX_DISMISSED = 1000;

/** What was refused or contradicts, and what to do about it. */
export default function Gate(_: ScreenProps) {
  const state = useCall({ operation: "state show", input: { all: true } });
  const rejected = useCall({
    operation: "state log",
    input: { type: "rejected", limit: MAX_REFUSED },
  });
  const dismissed = useCall({
    operation: "state log",
    input: { type: "dismissed", limit: MAX_DISMISSED },
  });
  const overview = useCall({ operation: "overview" });
  const action = useAction(() => {
    overview.reload();
    state.reload();
    rejected.reload();
    dismissed.reload();
  });
  return (
    <>
      <ActionResult action={action} />
      <Answered answer={state} what="Reading the state">
        {(shown) => (
          <Answered answer={rejected} what="Reading what was refused">
            {({ lines }) => (
              <Answered answer={dismissed} what="Reading what was dismissed">
                {(done) => (
                  <Answered answer={overview} what="Reading what may be outdated">
                    {({ attention: { stale, proposals } }) => {
                      const read = { rejected: lines, dismissed: done.lines, stale };
                      const work = gateWork({ state: shown, ...read });
                      return <Work work={work} proposals={proposals} action={action} />;
                    }}
                  </Answered>
                )}
              </Answered>
            )}
          </Answered>
        )}
      </Answered>
    </>
  );
}

interface WorkProps {
  readonly work: GateWork;
  /** Folders that `dream` wrote. */
  readonly proposals: readonly string[];
  readonly action: Action;
}

function Work({ work, proposals, action }: WorkProps) {
  const { conflicts, contradictions, outdated, refused } = work;
  const open = contradictions.length + outdated.length + proposals.length;
  const first = firstShares(STEP, {
    contradictions: contradictions.length,
    outdated: outdated.length,
    proposals: proposals.length,
    conflicts: conflicts.length,
    refused: refused.length,
  });
  if (open + conflicts.length + refused.length === 0) {
    return (
      <Empty title="Nothing waits for a decision.">
        <p>
          The gate refuses what repeats or contradicts an entry in force, and asks you here. So it
          does when files of an entry change, or <code>holdall dream</code> proposes to tidy the
          state. <a href="/state?add=1">Add an entry</a> shows what the gate finds before it counts.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <p class="tally gate-tally">
        {open === 0
          ? "Nothing waits for a decision."
          : `${formatCount(open, "thing")} to decide, the surest first.`}
        {conflicts.length > 0 &&
          ` ${formatCount(conflicts.length, "pair")} of entries to compare when you like: the gate is not sure.`}
      </p>
      <Group
        title="Contradict an entry in force"
        items={contradictions}
        first={first.contradictions}
        many={dismissAll(work)}
        action={action}
      >
        {(each) => <ContradictionCard key={each.line.seq} contradiction={each} action={action} />}
      </Group>
      <Group title="May be outdated" items={outdated} first={first.outdated} action={action}>
        {(each) => <OutdatedCard key={each.entry.id} {...each} action={action} />}
      </Group>
      <Group
        title="Proposals to tidy the state"
        items={proposals}
        first={first.proposals}
        action={action}
      >
        {(folder) => <ProposalCard key={folder} folder={folder} action={action} />}
      </Group>
      <Group
        title="May contradict each other; the gate is not sure"
        items={conflicts}
        first={first.conflicts}
        many={bothApply(work)}
        action={action}
      >
        {(each) => (
          <ConflictCard key={`${each.entry.id} ${each.other.id}`} conflict={each} action={action} />
        )}
      </Group>
      <Group
        title="Refused, nothing to decide"
        items={refused}
        first={first.refused}
        action={action}
      >
        {(line) => <EventCard key={line.seq} line={line} />}
      </Group>
    </>
  );
}

/** A decision about all things of a group. */
interface ManyDecision {
  readonly title: string;
  readonly inputs: readonly object[];
  readonly report: (count: number) => string;
}

function dismissAll({ contradictions }: GateWork): ManyDecision {
  // A text may contradict several entries, and is dismissed once.
  const inputs = new Map(
    contradictions.map(({ line, entry: { id, namespace } }) => {
      return [line.seq, { id, namespace, refused: line.seq }];
    }),
  );
  return {
    title: `Keep the entries, dismiss all ${inputs.size} texts`,
    inputs: [...inputs.values()],
    report: (count) => `Dismissed ${formatCount(count, "refused text")}`,
  };
}

function bothApply({ conflicts }: GateWork): ManyDecision {
  return {
    title: `In all ${conflicts.length} pairs both apply`,
    inputs: conflicts.map(({ entry: { id, namespace }, other }) => {
      return { id, namespace, other: other.id };
    }),
    report: (count) => `Dismissed ${formatCount(count, "possible contradiction")}`,
  };
}

interface GroupProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  /** Cards that are there at first. */
  readonly first: number;
  readonly many?: ManyDecision;
  readonly action: Action;
  readonly children: (item: Item) => ComponentChildren;
}

/** Cards that the screen has at first, and how many more of a group each time. */
const STEP = 10;

/** Things of one kind: a few at a time, or all at once. */
function Group<Item>({ title, items, first, many, action, children }: GroupProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section class="part" aria-label={title}>
      <div class="review-head">
        <h2>
          {title} <span class="quiet">{formatNumber(items.length)}</span>
        </h2>
        {many !== undefined && items.length > 1 && (
          <div class="buttons">
            <ManyButton
              isDisabled={action.isRunning}
              onConfirm={() => void action.runMany("state dismiss", many.inputs, many.report)}
            >
              {many.title}
            </ManyButton>
          </div>
        )}
      </div>
      <ShowMore items={items} step={STEP} first={first} noun={["card", "cards"]}>
        {(shown) => <div class="cards">{shown.map(children)}</div>}
      </ShowMore>
    </section>
  );
}
