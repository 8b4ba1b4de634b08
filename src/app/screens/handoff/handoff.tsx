import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { useHead } from "../../head.ts";
import { knownAgents } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { HandoffRecords } from "./handoff-records.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { RestoreChoice } from "./restore-choice.tsx";
import { SessionChoice } from "./session-choice.tsx";

/** What a receiver would get of a session: a dry run first, then the handoff. */
export default function Handoff({ search }: ScreenProps) {
  const agent = search.get("agent") ?? "";
  const session = search.get("session") ?? "";
  const to = search.get("to") ?? receivers.find(({ id }) => id !== agent)?.id ?? "";
  const budget = Number(search.get("budget") ?? "") || null;
  const restored = search.get("restore") ?? "";
  const input = {
    from: agent,
    session,
    to,
    ...(budget === null ? {} : { budget }),
    ...(restored === "" ? {} : { "restore-dropped": restored }),
  };
  const [changes, setChanges] = useState(0);
  useHead({ command: commandOf(input) });
  return (
    <>
      <div class="choices">
        <SessionChoice agent={agent} session={session} />
        <label class="field">
          Receiver
          <select value={to} onChange={(event) => setQuery({ to: event.currentTarget.value })}>
            {receivers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {session !== "" && (
        <RestoreChoice
          key={`${agent}/${session}`}
          agent={agent}
          session={session}
          restored={restored}
        />
      )}
      {session !== "" && (
        <Rehearsal
          key={`${agent}/${session}/${to}`}
          input={input}
          proves={search.get("prove") !== null}
          onChange={() => setChanges((count) => count + 1)}
        />
      )}
      <HandoffRecords key={changes} />
    </>
  );
}

const receivers = knownAgents.filter((agent) => agent.receives);

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
