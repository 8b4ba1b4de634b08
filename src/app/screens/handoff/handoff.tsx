import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { Loading } from "../../../web/components/loading.tsx";
import { useHead } from "../../head.ts";
import { useInstalledAgents } from "../../installed-agents.ts";
import { agentName } from "../../known-adapters.ts";
import { project } from "../../projects.ts";
import type { ScreenProps } from "../../screens.ts";
import { useChosenSession } from "./chosen-session.ts";
import { FolderChoice, otherProject, SHOWN_PROJECT } from "./folder-choice.tsx";
import { HandoffRecords } from "./handoff-records.tsx";
import { firstReceiver, NotInstalled, ReceiverChoice } from "./receiver-choice.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { RestoreChoice } from "./restore-choice.tsx";
import { SessionChoice } from "./session-choice.tsx";

const NOT_HERE = { reason: "its program was not found", install: null };

/** What a receiver would get of a session: a dry run first, then the handoff. */
export default function Handoff({ search }: ScreenProps) {
  const agent = search.get("agent") ?? "";
  const session = search.get("session") ?? "";
  const installed = useInstalledAgents();
  const to = search.get("to") ?? firstReceiver(agent, installed);
  const chosen = useChosenSession(agent, session);
  // A dry run for an agent that is not here, or in another folder, would be for nothing.
  const isKnown =
    (search.has("to") || installed !== null) && chosen.cwd !== undefined && project.value !== null;
  const budget = Number(search.get("budget") ?? "") || null;
  const restored = search.get("restore") ?? "";
  const own = otherProject(chosen.cwd);
  const shown = project.value?.folder ?? "";
  const into = search.get("into") === SHOWN_PROJECT ? shown : own;
  const input = {
    from: agent,
    session,
    to,
    ...(into === null ? {} : { into }),
    ...(budget === null ? {} : { budget }),
    ...(restored === "" ? {} : { "restore-dropped": restored }),
  };
  const isHere = installed?.has(to) !== false;
  const unproven = isHere ? (installed?.get(to)?.unproven ?? null) : NOT_HERE;
  const isWanted = search.has("prove") && unproven === null;
  const [changes, setChanges] = useState(0);
  useHead({ command: `${commandOf(input)}${session === "" || changes > 0 ? "" : " --dry-run"}` });
  return (
    <>
      <div class="choices">
        <SessionChoice agent={agent} session={session} chosen={chosen} />
        <ReceiverChoice to={to} installed={installed} />
        {own !== null && <FolderChoice own={own} folder={into ?? own} />}
      </div>
      <div class="with-side">
        {session !== "" && (
          <div>
            <RestoreChoice
              key={`${agent}/${session}`}
              agent={agent}
              session={session}
              restored={restored}
            />
            {!isHere && <NotInstalled name={agentName(to)} />}
            {!isKnown && <Loading what="Looking for the session and the agents that are here" />}
            {isKnown && (
              <Rehearsal
                key={`${agent}/${session}/${to}/${into ?? ""}`}
                input={input}
                proof={isWanted ? "wanted" : "possible"}
                unproven={unproven}
                onChange={() => setChanges((count) => count + 1)}
              />
            )}
          </div>
        )}
        <HandoffRecords key={changes} />
      </div>
    </>
  );
}

/** What a handoff is asked for with. */
export interface HandoffInput {
  readonly from: string;
  readonly session: string;
  readonly to: string;
  /** The folder in which the receiver works, if it is not the project that is shown. */
  readonly into?: string;
  readonly budget?: number;
  readonly "restore-dropped"?: string;
}

function commandOf({ from, session, to, into, budget, ...more }: HandoffInput): string {
  if (session === "") return "holdall handoff";
  const folder = into === undefined ? "" : ` --into ${quoteForShell(into)}`;
  const limit = budget === undefined ? "" : ` --budget ${budget}`;
  const { "restore-dropped": wanted } = more;
  const restored = wanted === undefined ? "" : ` --restore-dropped ${quoteForShell(wanted)}`;
  return `holdall handoff ${from} ${to} --session ${session}${folder}${limit}${restored}`;
}
