import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { agentName } from "../../known-adapters.ts";
import { pathOf } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { type Action, useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { ProposeSession } from "./propose-session.tsx";
import { ProposedCard } from "./proposed-card.tsx";
import { bySession, headline, reportOf, type SessionProposals } from "./review-data.ts";

/** What sessions propose for the state, one decision each; nothing here is in force yet. */
export default function Review({ search }: ScreenProps) {
  const tray = useCall({ operation: "state review" });
  const action = useAction(tray.reload);
  const agent = search.get("agent");
  const session = search.get("session");
  return (
    <>
      <ActionResult action={action} />
      {agent !== null && session !== null && tray.value !== null && (
        <ProposeSession
          key={session}
          agent={agent}
          session={session}
          isListed={tray.value.waiting.some(({ citation }) => citation.session === session)}
          onDone={tray.reload}
        />
      )}
      <Answered answer={tray} what="Reading what sessions propose">
        {({ waiting }) =>
          waiting.length === 0 ? (
            <NothingWaits isDecided={action.done !== null} />
          ) : (
            bySession(waiting).map((each) => (
              <OfSession key={each.session} proposals={each} action={action} />
            ))
          )
        }
      </Answered>
    </>
  );
}

function NothingWaits({ isDecided }: { readonly isDecided: boolean }) {
  if (isDecided) {
    return (
      <Empty title="Everything is decided.">
        <p class="links">
          <a href="/state">See what is in force</a>
          <a href="/compile">See what your agents are given</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing waits for a review.">
      <p>
        What a session decided is proposed here, each sentence with the message that states it. It
        is in force only when you keep it. Choose a session, and there “Keep what it decided”:
      </p>
      <p class="links">
        <a href="/sessions">Choose a session</a>
      </p>
      <p class="quiet">In a terminal, for your newest session:</p>
      <CommandLine command="holdall import last --state" />
    </Empty>
  );
}

interface OfSessionProps {
  readonly proposals: SessionProposals;
  readonly action: Action;
}

function OfSession({ proposals, action }: OfSessionProps) {
  const { agent, session, proven, unproven } = proposals;
  const all = [...proven, ...unproven];
  const idsOf = (some: SessionProposals["proven"]) => some.map(({ id }) => id);
  const name = `${agent === null ? "session" : agentName(agent)} ${shortId(session)}`;
  return (
    <section class="part first" aria-label={`Proposals of ${name}`}>
      <div class="review-head">
        <h2>{headline(proposals)}</h2>
        <p class="quiet">
          {agent === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={pathOf("sessions", agent, session)}>{name}</a>
          )}
        </p>
        <div class="buttons">
          {proven.length > 1 && (
            <button
              type="button"
              disabled={action.isRunning}
              onClick={() => void action.run("state review", { keep: idsOf(proven) }, reportOf)}
            >
              Keep all {proven.length}
            </button>
          )}
          {all.length > 1 && (
            <button
              type="button"
              disabled={action.isRunning}
              onClick={() => void action.run("state review", { skip: idsOf(all) }, reportOf)}
            >
              Skip all {all.length}
            </button>
          )}
        </div>
      </div>
      <div class="stack">
        {all.map((proposal) => (
          <ProposedCard key={proposal.id} proposal={proposal} action={action} />
        ))}
      </div>
    </section>
  );
}
