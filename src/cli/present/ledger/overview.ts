import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { excerpt } from "../../../base/text/text.ts";
import { requestTypes } from "../../../curator/requests/status.ts";
import { columns, type Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { locationOf } from "./init.ts";

const present: Presenter<"overview"> = (output, terminal) => {
  const { workspace, state } = output;
  if (workspace === null || state === null) {
    return ["No workspace here; create one with `holdall init`", ...attentionLines(output)];
  }
  const tokens = `${formatNumber(state.token_count)} of ${formatNumber(state.budget_tokens)} tokens`;
  const rows: (readonly [string, string])[] = [
    ["workspace", `${locationOf(workspace.location, terminal)} (${workspace.engine})`],
    ["in force", `${formatCount(state.entries.length, "entry", "entries")}, ${tokens}`],
    ["events", `${formatNumber(workspace.events)} in ${formatCount(workspace.streams, "stream")}`],
  ];
  const waiting = attentionLines(output);
  const found = waiting.length === 0 ? "No problem found" : "The ledger looks intact";
  const health = workspace.ok
    ? terminal.style("green", `${found} by the quick check; \`holdall verify\` checks everything`)
    : terminal.style("red", "Events are missing. Run `holdall verify` to see which");
  return [...columns(rows, terminal), ...waiting, ...unsureLines(output, terminal), health];
};

/** What may be a contradiction: the gate is not sure, so that it comes last and is no alarm. */
function unsureLines({ attention }: Shown<"overview">, terminal: Terminal): string[] {
  const { length } = attention.conflicts;
  if (length === 0) return [];
  const pairs = formatCount(length, "pair");
  const text = `${pairs} of entries may contradict each other; the gate is not sure`;
  return [terminal.style("dim", `${text} (holdall state show)`)];
}

/** One line for each kind of thing that waits, with the command that shows it. */
function attentionLines({ attention }: Shown<"overview">): string[] {
  const { contradictions, proposals, stale, handoffs, hook_faults } = attention;
  const { alerts, claims, hosts, abandoned_runs } = attention;
  const refused = formatCount(contradictions.length, "refused contradiction");
  const kinds: readonly (readonly [number, string, string])[] = [
    [
      alerts.length,
      formatCount(alerts.length, "alert"),
      `request list --type ${requestTypes.alert}`,
    ],
    [contradictions.length, refused, "state log --type rejected"],
    [claims, formatCount(claims, "claim to review", "claims to review"), "state review"],
    [proposals.length, formatCount(proposals.length, "proposal"), "dream diff"],
    [stale.length, formatCount(stale.length, "stale entry", "stale entries"), "session resume"],
    [handoffs.length, formatCount(handoffs.length, "interrupted handoff"), "handoff --list"],
    [
      hosts.length,
      formatCount(hosts.length, "setup without effect", "setups without effect"),
      "doctor",
    ],
    [abandoned_runs, formatCount(abandoned_runs, "abandoned run"), "ledger recover"],
  ];
  const waiting = kinds
    .filter(([count]) => count > 0)
    .map(([, text, command]) => `Needs attention: ${text} (holdall ${command})`);
  return [...waiting, ...hook_faults.map((line) => `hook: ${excerpt(line, 200)}`)];
}

export default present;
