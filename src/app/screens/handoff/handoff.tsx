import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { Loading } from "../../../web/components/loading.tsx";
import { useHead } from "../../head.ts";
import { useInstalledAgents } from "../../installed-agents.ts";
import { agentName } from "../../known-adapters.ts";
import type { ScreenProps } from "../../screens.ts";
import { HandoffRecords } from "./handoff-records.tsx";
import { firstReceiver, NotInstalled, ReceiverChoice } from "./receiver-choice.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { RestoreChoice } from "./restore-choice.tsx";
import { SessionChoice } from "./session-choice.tsx";

/** What a receiver would get of a session: a dry run first, then the handoff. */
export default function Handoff({ search }: ScreenProps) {
  const agent = search.get("agent") ?? "";
  const session = search.get("session") ?? "";
  const installed = useInstalledAgents();
  const to = search.get("to") ?? firstReceiver(agent, installed);
  // A dry run for an agent that is not here would be for nothing.
  const isKnown = search.has("to") || installed !== null;
  const budget = Number(search.get("budget") ?? "") || null;
  const restored = search.get("restore") ?? "";
  const input = {
    from: agent,
    session,
    to,
    ...(budget === null ? {} : { budget }),
    ...(restored === "" ? {} : { "restore-dropped": restored }),
  };
  const isHere = installed?.has(to) !== false;
  const proof = search.has("prove") ? "wanted" : "possible";
  const [changes, setChanges] = useState(0);
  useHead({ command: commandOf(input) });
  return (
    <>
      <div class="choices">
        <SessionChoice agent={agent} session={session} />
        <ReceiverChoice to={to} installed={installed} />
      </div>
      {session !== "" && (
        <RestoreChoice
          key={`${agent}/${session}`}
          agent={agent}
          session={session}
          restored={restored}
        />
      )}
      {session !== "" && !isHere && <NotInstalled name={agentName(to)} />}
      {session !== "" && !isKnown && <Loading what="Looking for the agents that are here" />}
      {session !== "" && isKnown && (
        <Rehearsal
          key={`${agent}/${session}/${to}`}
          input={input}
          proof={isHere ? proof : "impossible"}
          onChange={() => setChanges((count) => count + 1)}
        />
      )}
      <HandoffRecords key={changes} />
    </>
  );
}

/** What a handoff is asked for with. */
export interface HandoffInput {
  readonly from: string;
  readonly session: string;
  readonly to: string;
  readonly budget?: number;
  readonly "restore-dropped"?: string;
}

function commandOf({ from, session, to, budget, ...more }: HandoffInput): string {
  if (session === "") return "holdall handoff";
  const limit = budget === undefined ? "" : ` --budget ${budget}`;
  const { "restore-dropped": wanted } = more;
  const restored = wanted === undefined ? "" : ` --restore-dropped ${quoteForShell(wanted)}`;
  return `holdall handoff ${from} ${to} --session ${session}${limit}${restored} --dry-run`;
}
