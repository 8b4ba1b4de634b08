import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { splitQuery } from "../../../web/text/split-query.ts";
import { useHead } from "../../head.ts";
import { knownAgents } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { KeptPanel } from "./kept-panel.tsx";
import { Matches } from "./matches.tsx";
import { SessionList } from "./session-list.tsx";

/** The sessions of every agent, with a search over all that was said in them. */
export default function Sessions({ search }: ScreenProps) {
  const filters = {
    typed: search.get("q") ?? "",
    agent: search.get("agent") ?? "",
    since: search.get("since") ?? "",
    isHere: search.get("folder") === "here",
    isStarred: search.has("starred"),
  };
  const terms = splitQuery(filters.typed);
  useHead({ command: commandOf(filters, terms) });
  return (
    <>
      <Filters {...filters} />
      {terms.length === 0 && <KeptPanel />}
      {terms.length > 0 ? <Matches terms={terms} {...filters} /> : <SessionList {...filters} />}
    </>
  );
}

/** What was chosen, as it is in the address. */
export interface FilterValues {
  readonly typed: string;
  readonly agent: string;
  readonly since: string;
  readonly isHere: boolean;
  readonly isStarred: boolean;
}

const TIMES = [
  ["", "Any time"],
  ["1d", "Last day"],
  ["7d", "Last week"],
  ["30d", "Last month"],
] as const;

function Filters({ typed, agent, since, isHere, isStarred }: FilterValues) {
  return (
    <search class="filters">
      <label class="grow">
        <span class="unseen">Search in all sessions</span>
        <input
          type="search"
          placeholder="Search all sessions"
          value={typed}
          onInput={(event) => setQuery({ q: event.currentTarget.value })}
        />
      </label>
      <label>
        <span class="unseen">Agent</span>
        <select value={agent} onChange={(event) => setQuery({ agent: event.currentTarget.value })}>
          <option value="">All agents</option>
          {knownAgents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">Time</span>
        <select value={since} onChange={(event) => setQuery({ since: event.currentTarget.value })}>
          {TIMES.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">Folder</span>
        <select
          value={isHere ? "here" : ""}
          onChange={(event) => setQuery({ folder: event.currentTarget.value })}
        >
          <option value="">All folders</option>
          <option value="here">This folder</option>
        </select>
      </label>
      {typed.trim() === "" && (
        <label class="check">
          <input
            type="checkbox"
            checked={isStarred}
            onChange={(event) => setQuery({ starred: event.currentTarget.checked ? "1" : "" })}
          />{" "}
          ★ only
        </label>
      )}
    </search>
  );
}

function commandOf(
  { agent, since, isHere, isStarred }: FilterValues,
  terms: readonly string[],
): string {
  const options = [
    agent === "" ? "" : ` --agent ${agent}`,
    since === "" ? "" : ` --since ${since}`,
  ].join("");
  if (terms.length === 0)
    return `holdall sessions${isHere ? "" : " --all"}${isStarred ? " --starred" : ""}${options}`;
  const quoted = terms.map(quoteForShell);
  return `holdall search ${quoted.join(" ")}${options}${isHere ? " --folder ." : ""}`;
}
