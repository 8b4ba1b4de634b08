import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import type { ScreenProps } from "../../screens.ts";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { EventCard } from "../state/event-card.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { ContradictionCard } from "./contradiction-card.tsx";
import { type GateWork, gateWork } from "./gate-data.ts";
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
  readonly action: ReturnType<typeof useAction>;
}

/** Proposals that are opened; they are decided one after another. */
const MAX_PROPOSALS = 5;

function Work({ work, proposals, action }: WorkProps) {
  const { conflicts, contradictions, outdated, refused } = work;
  const open = conflicts.length + contradictions.length + outdated.length + proposals.length;
  if (open + refused.length === 0) {
    return (
      <Empty title="Nothing waits for a decision.">
        <p>
          The gate refuses what repeats or contradicts an entry in force, and asks you here. So it
          does when files of an entry change, or a dream proposes to tidy the state. Try it with a
          text that excludes one in force:
        </p>
        <CommandLine command="holdall state commit 'We chose Redis for the readings'" />
      </Empty>
    );
  }
  return (
    <>
      <section class="part first">
        <h2>
          To decide <span class="quiet">{open}</span>
        </h2>
        {open === 0 && <p class="quiet">Nothing waits for a decision.</p>}
        {contradictions.map((each) => (
          <ContradictionCard key={each.line.seq} contradiction={each} action={action} />
        ))}
        {conflicts.map((each) => (
          <ConflictCard key={`${each.entry.id} ${each.other.id}`} conflict={each} action={action} />
        ))}
        {outdated.map((each) => (
          <OutdatedCard key={each.entry.id} {...each} action={action} />
        ))}
        {proposals.slice(0, MAX_PROPOSALS).map((folder) => (
          <ProposalCard key={folder} folder={folder} action={action} />
        ))}
      </section>
      {refused.length > 0 && (
        <section class="part">
          <h2>
            Refused, nothing to decide <span class="quiet">{refused.length}</span>
          </h2>
          <div class="stack">
            {refused.map((line) => (
              <EventCard key={line.seq} line={line} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
