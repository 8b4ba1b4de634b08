import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { formatMinute } from "../../base/text/format-minute.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import { columns, type Terminal } from "../terminal.ts";
import { describeCovered } from "./covered.ts";
import { documentOf } from "./document.ts";
import presentImport from "./memory/import.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";
import { replacedLines } from "./secrets.ts";
import { tokenUse } from "./state/token-use.ts";

const presentAnchorGet: Presenter<"memory anchor get" | "memory anchor set"> = ({ anchor }) => {
  if (anchor === null)
    return ["No task and no next step is set (the anchor). To set them: holdall memory anchor set"];
  const lines: readonly (readonly [string, string | null])[] = [
    ["task", anchor.current_task],
    ["next", anchor.next_step],
    ["plan", anchor.plan_pointer],
    ...anchor.last_decisions.map((text) => ["decided", text] as const),
    ["failed", anchor.last_failed_check],
  ];
  return lines.flatMap(([name, text]) =>
    text === null ? [] : [`${name.padEnd(8)} ${printable(text)}`],
  );
};

const presentAnswer: Presenter<"memory answer"> = ({ answer, sources }, terminal) => {
  if (answer === null) return ["No unit answers this question"];
  const names = sources.map(({ id, node_id }) =>
    node_id === null ? id.slice(0, 12) : excerpt(node_id, 40),
  );
  return [...printable(answer).split("\n"), terminal.style("dim", `from ${names.join(", ")}`)];
};

const presentCommit: Presenter<"memory commit"> = (output, terminal) => {
  const verb = output.dry_run ? "Would commit" : "Committed";
  const facts = [
    `${output.rejected_relevance} not relevant`,
    `${output.rejected_redundant} redundant`,
    `${output.conflicts} contradicting`,
    `${output.rejected_saturated} over the budget`,
    `${output.evicted} evicted`,
    `the state uses ${tokenUse(output)}`,
  ];
  const context =
    output.committed_context === "" ? [] : ["", ...printable(output.committed_context).split("\n")];
  return [
    `${verb} ${output.admitted} of ${formatCount(output.candidates, "unit")}  ${terminal.style("dim", facts.join(", "))}`,
    ...context,
  ];
};

const presentContext: Presenter<"memory context"> = (
  { index, hits, invariants, packet },
  terminal,
) => {
  if (packet !== null) return [documentOf(packet)];
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [terminal.style("bold", title), ...lines, ""];
  return [
    ...section(
      "index",
      printable(index)
        .trimEnd()
        .split("\n")
        .filter((line) => line !== ""),
    ),
    ...section(
      "invariants",
      invariants.map((text) => `- ${printable(text)}`),
    ),
    ...(hits.length === 0 ? ["Nothing found"] : hits.flatMap((hit) => hitLines(hit, terminal))),
  ];
};

const presentDistill: Presenter<"memory distill"> = ({ statements, stored }, terminal) => {
  if (statements.length === 0) return ["The text contains no decision, rule or fact"];
  return [
    ...statements.map(
      ({ kind, text }) => `${terminal.style("dim", kind.padEnd(10))}  ${printable(text)}`,
    ),
    ...(stored === 0
      ? []
      : [`${terminal.style("green", "Stored")} ${formatCount(stored, "unit")}`]),
  ];
};

const evictVerbs = { archive: "Archived", delete: "Deleted" } as const;

const presentEvict: Presenter<"memory evict"> = ({ dry_run, evicted }, terminal) => {
  if (evicted.length === 0) return ["Nothing to archive"];
  return evicted.map(({ id, node_id, action, reason, retrieval_strength }) => {
    const name = node_id === null ? id.slice(0, 12) : excerpt(node_id, 60);
    const why = terminal.style("dim", `${reason}, strength ${retrieval_strength.toFixed(2)}`);
    return `${dry_run ? `Would ${action}` : evictVerbs[action]} ${name}  ${why}`;
  });
};

const presentExport: Presenter<"memory export"> = (output, terminal) => {
  const { format, path, units, left_out } = output;
  const rest = left_out === 0 ? "" : `, without ${formatCount(left_out, "redacted unit")}`;
  return [
    `${terminal.style("green", "Exported")} ${formatCount(units, "unit")} as ${format} to ${terminal.path(path)}${rest}`,
    ...replacedLines(output.redactions),
  ];
};

const presentFind: Presenter<"memory find"> = ({ hits, covered, scope_applied }, terminal) => {
  const searched = describeCovered(covered);
  if (hits.length === 0)
    return [`Nothing found in ${scope_applied.union.join(" and ")}. ${searched}`];
  return [...hits.flatMap((hit) => hitLines(hit, terminal)), terminal.style("dim", searched)];
};

type Hit = Shown<"memory find">["hits"][number];
type PassageHit = Exclude<Hit, { kind: "unit" }>;

function hitLines(hit: Hit, terminal: Terminal): string[] {
  return hit.kind === "unit" ? unitLines(hit, terminal) : passageLines(hit, terminal);
}

/** A found passage: what it is from, its score and its content. */
function passageLines(hit: PassageHit, terminal: Terminal): string[] {
  const name = `${hit.kind} ${excerpt(hit.id, 60)}`;
  const facts = [hit.from, ...(hit.at === null ? [] : [hit.at.slice(0, 10)])];
  const head = `${terminal.style("bold", name)}  ${terminal.style("dim", `score ${hit.score.toFixed(2)}  ${facts.join(", ")}`)}`;
  return [head, ...contentLines(hit.content)];
}

/** A found unit: its name, its score and its content. */
function unitLines(hit: Exclude<Hit, PassageHit>, terminal: Terminal): string[] {
  const name = hit.node_id === null ? hit.id.slice(0, 12) : excerpt(hit.node_id, 60);
  const tags = hit.tags.length === 0 ? "" : `  ${excerpt(hit.tags.join(", "), 60)}`;
  const head = `${terminal.style("bold", name)}  ${terminal.style("dim", `score ${hit.score.toFixed(2)}${tags}`)}`;
  return [head, ...contentLines(hit.content)];
}

function contentLines(content: string): string[] {
  return printable(content)
    .split("\n")
    .map((line) => `  ${line}`);
}

const presentGet: Presenter<"memory get"> = (unit, terminal) => {
  const facts = [
    unit.state,
    `in ${unit.namespace}`,
    `since ${formatMinute(unit.created_at)}`,
    ...(unit.tags.length === 0 ? [] : [excerpt(unit.tags.join(", "), 100)]),
  ];
  const name = unit.node_id === null ? "" : `  ${excerpt(unit.node_id, 60)}`;
  return [
    `${terminal.style("bold", unit.id)}${name}`,
    terminal.style("dim", facts.join(", ")),
    "",
    unit.content === null ? "(redacted)" : documentOf(unit.content),
  ];
};

const presentLearn: Presenter<"memory learn"> = (output, terminal) => {
  const { length } = output.replaced;
  return [
    ...presentStore(output, terminal),
    ...(length === 0 ? [] : [`Replaced ${formatCount(length, "earlier version")}`]),
  ];
};

const presentList: Presenter<"memory list"> = ({ units }, terminal) => {
  if (units.length === 0) return ["There are no units. To store one: holdall memory store TEXT"];
  return units.map(({ id, node_id, begins, tags }) => {
    const name = node_id === null ? id.slice(0, 12) : excerpt(node_id, 40);
    const line = begins === null ? "(redacted)" : excerptLine(begins, 70);
    const tagged =
      tags.length === 0 ? "" : `  ${terminal.style("dim", excerpt(tags.join(", "), 40))}`;
    return `${terminal.style("bold", name)}  ${line}${tagged}`;
  });
};

const presentMarkUsed: Presenter<"memory mark-used"> = ({ id, useful_count }, terminal) => {
  const times = formatCount(useful_count, "time");
  return [`${terminal.style("green", "Marked")} ${id.slice(0, 12)} as useful, ${times} so far`];
};

const presentProjects: Presenter<"memory projects"> = ({ units }) => {
  const lines = Object.entries(units).map(
    ([name, count]) => `${printable(name)}  ${formatCount(count, "unit")}`,
  );
  return lines.length === 0
    ? ["There are no units. To store one: holdall memory store TEXT"]
    : lines;
};

const presentRebuild: Presenter<"memory rebuild"> = ({ indexed }) => {
  return [`Rebuilt the search index of ${formatCount(indexed, "unit")}`];
};

const presentResolve: Presenter<"memory resolve"> = ({ ref, state, content, reason }, terminal) => {
  if (content !== null) return [documentOf(content)];
  const style = state === "kept" ? "yellow" : "red";
  return [`${terminal.style(style, state)}  ${printable(ref)}: ${printable(reason ?? "")}`];
};

const retractVerbs = {
  active: "Reactivated",
  archived: "Archived",
  retracted: "Retracted",
} as const;

const presentRetract: Presenter<"memory retract"> = ({ id, state, changed }, terminal) => {
  const verb = changed ? terminal.style("green", retractVerbs[state]) : `Already ${state}:`;
  return [`${verb} ${id.slice(0, 12)}`];
};

const presentSavings: Presenter<"memory savings"> = (output, terminal) => {
  const { totals, by_op, by_judge } = output;
  const saved = `${terminal.style("green", `Saved ${formatCount(totals.saved_tokens, "token")}:`)} ${tokensOf(totals)}`;
  const rows: readonly (readonly [string, string])[] = [
    ...Object.entries(by_op).map(([op, sums]) => [op, tokensOf(sums)] as const),
    ...Object.entries(by_judge).map(
      ([judge, { calls, total_tokens }]) =>
        [
          `judge ${printable(judge)}`,
          `used ${formatCount(total_tokens, "token")} in ${formatCount(calls, "call")}`,
        ] as const,
    ),
  ];
  return [
    totals.calls === 0 ? "No units were given to an agent yet" : saved,
    ...columns(rows, terminal),
  ];
};

function tokensOf({
  calls,
  returned_tokens,
  baseline_tokens,
}: Shown<"memory savings">["totals"]): string {
  const returned = `${formatNumber(returned_tokens)} of ${formatCount(baseline_tokens, "token")}`;
  return `returned ${returned} in ${formatCount(calls, "call")}`;
}

const colours = { planned: "dim", done: "green", failed: "red", skipped: "yellow" } as const;

const presentSkillReplay: Presenter<"skill replay"> = (output, terminal) => {
  const { title, digest, executed, commands } = output;
  return [
    terminal.style("bold", excerpt(title, 80)),
    ...commands.flatMap(({ kind, command, state, output: written }) => [
      `${terminal.style(colours[state], state.padEnd(7))}  ${kind}  ${printable(command)}`,
      ...indented(state === "failed" ? (written ?? "") : ""),
    ]),
    ...(executed ? [] : [`To run these commands: --execute --confirm ${digest}`]),
  ];
};

function indented(text: string): string[] {
  const lines = printable(text).trimEnd().split("\n");
  return text.trim() === "" ? [] : lines.map((line) => `  ${line}`);
}

const presentSkills: Presenter<"memory skills"> = ({ skills }, terminal) => {
  if (skills.length === 0) return ["There are no skills. To store one: holdall memory learn TITLE"];
  return skills.map(({ title, content, steps, useful_count }) => {
    const about = excerptLine(content, 60);
    const facts = `${formatCount(steps, "step")}, useful ${formatCount(useful_count, "time")}`;
    return `${terminal.style("bold", excerpt(title, 60))}  ${about}  ${terminal.style("dim", facts)}`;
  });
};

const storeVerbs = {
  stored: "Stored",
  known: "Already stored:",
  reactivated: "Reactivated",
} as const;

const presentStore: Presenter<"memory store"> = ({ id, namespace, outcome }, terminal) => {
  return [`${terminal.style("green", storeVerbs[outcome])} ${id.slice(0, 12)} in ${namespace}`];
};

const presentTimeline: Presenter<"memory timeline"> = ({ entity, units }, terminal) => {
  if (units.length === 0) return [`No units about ${excerpt(entity, 60)}`];
  return units.map(({ created_at, state, begins }) => {
    const line = begins === null ? "(redacted or deleted)" : excerptLine(begins, 90);
    const time = terminal.style("dim", formatMinute(created_at));
    return `${time}  ${line}${state === "active" ? "" : `  ${terminal.style("yellow", state)}`}`;
  });
};

/** How the results of these operations are shown. */
export default {
  "memory store": presentStore,
  "memory find": presentFind,
  "memory context": presentContext,
  "memory answer": presentAnswer,
  "memory import": presentImport,
  "memory export": presentExport,
  "memory resolve": presentResolve,
  "memory get": presentGet,
  "memory list": presentList,
  "memory retract": presentRetract,
  "memory mark-used": presentMarkUsed,
  "memory projects": presentProjects,
  "memory timeline": presentTimeline,
  "memory savings": presentSavings,
  "memory evict": presentEvict,
  "memory distill": presentDistill,
  "memory learn": presentLearn,
  "memory skills": presentSkills,
  "skill replay": presentSkillReplay,
  "memory rebuild": presentRebuild,
  "memory commit": presentCommit,
  "memory anchor get": presentAnchorGet,
  "memory anchor set": presentAnchorGet,
} satisfies Presenters<"memory">;
