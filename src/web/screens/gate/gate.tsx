import type { ScreenProps } from "../../app/screens.ts";
import { useAction } from "../../app/use-action.ts";
import { useCall } from "../../app/use-call.ts";
import { ActionResult } from "../../components/action-result.tsx";
import { Answered } from "../../components/answered.tsx";
import { CommandLine } from "../../components/command-line.tsx";
import { Empty } from "../../components/empty.tsx";
import { EventCard } from "../state/event-card.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { ContradictionCard } from "./contradiction-card.tsx";
import { type GateWork, gateWork } from "./gate-data.ts";

/** Refused texts that are looked at, counted from the newest. */
const MOST = 100;
const MOST_DISMISSED = 1000;

/** What was refused or contradicts, and what to do about it. */
export default function Gate(_: ScreenProps) {
  const state = useCall({ words: "state show", input: { all: true } });
  const rejected = useCall({
    words: "state log",
    input: { type: "rejected", limit: MOST },
  });
  const dismissed = useCall({
    words: "state log",
    input: { type: "dismissed", limit: MOST_DISMISSED },
  });
  const action = useAction(() => {
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
                {(done) => <Work work={gateWork(shown, lines, done.lines)} action={action} />}
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
  readonly action: ReturnType<typeof useAction>;
}

function Work({ work: { conflicts, contradictions, refused }, action }: WorkProps) {
  if (conflicts.length + contradictions.length + refused.length === 0) {
    return (
      <Empty title="Nothing waits for a decision.">
        <p>
          The gate refuses what repeats or contradicts an entry in force. Try it with two texts that
          exclude each other:
        </p>
        <CommandLine command="holdall state commit 'We chose Redis for the readings'" />
      </Empty>
    );
  }
  const open = conflicts.length + contradictions.length;
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
