import { formatCount } from "../../base/text/format-count.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import type { Presenter, Presenters } from "./presenter.ts";
import presentCommit, { evictedLine } from "./state/commit.ts";
import { nearLines } from "./state/compare-text.ts";
import presentLog from "./state/log.ts";
import presentReplay from "./state/replay.ts";
import presentReview from "./state/review.ts";
import presentShow from "./state/show.ts";
import { signalLegend, signalText } from "./state/signal-text.ts";
import { tokenUse } from "./state/token-use.ts";

const presentAccess: Presenter<"state access"> = ({ accessed }) => {
  return [`Recorded the use of ${accessed.map((id) => excerpt(id)).join(", ")}`];
};

const presentBounds: Presenter<"state bounds"> = (output) => {
  return [
    `tokens     ${tokenUse(output)}, counted with ${output.tokenizer}`,
    `slots      ${printable(output.slots.join(", "))}`,
    `eviction   ${output.eviction}`,
    `namespace  ${printable(output.namespace)}`,
  ];
};

const changedVerbs = { active: "In force:", archived: "Archived", deleted: "Deleted" } as const;

/** An entry after a change, in one line. */
const presentChanged: Presenter<
  | "state merge"
  | "state promote"
  | "state deprecate"
  | "state dismiss"
  | "state archive"
  | "state restore"
  | "state delete"
> = (output, terminal) => {
  const { id, version, status, state, evicted } = output;
  const facts = `version ${version}, ${status}; the state uses ${tokenUse(output)}`;
  return [
    `${terminal.style("green", changedVerbs[state])} ${excerpt(id)}  ${terminal.style("dim", facts)}`,
    ...evictedLine(evicted),
  ];
};

const presentDecay: Presenter<"state decay"> = ({ decayed }, terminal) => {
  if (decayed.length === 0) return ["No strength has changed"];
  return decayed.map(({ id, before, retrieval_strength }) => {
    const was = before === null ? "" : terminal.style("dim", ` (was ${before.toFixed(3)})`);
    return `${retrieval_strength.toFixed(3)}${was}  ${excerpt(id)}`;
  });
};

const evictVerbs = { archive: "Archived", delete: "Deleted" } as const;

const presentEvict: Presenter<"state evict"> = (output, terminal) => {
  const { evicted, dry_run } = output;
  const lines = evicted.map(({ id, action, reason }) => {
    const verb = dry_run ? `Would ${action}` : evictVerbs[action];
    return `${verb} ${excerpt(id)}  ${terminal.style("dim", excerpt(reason))}`;
  });
  const use = `the state uses ${tokenUse(output)}`;
  if (evicted.length === 0) return [`Nothing to evict; ${use}`];
  return [...lines, dry_run ? `Preview; nothing was changed; ${use}` : `Now ${use}`];
};

const presentQualify: Presenter<"qualify"> = (output, terminal) => {
  const { admitted, decision, reason, slot, matched, signals } = output;
  const where = slot === null ? "" : ` into ${excerpt(slot)}`;
  const which = matched === null ? "" : ` (${excerpt(matched.id)})`;
  const verdict = admitted
    ? terminal.style("green", `Would be admitted${where}`)
    : terminal.style("yellow", `Would not be admitted${where} (${decision})`);
  return [
    `${verdict}: ${reason}${which}`,
    ...nearLines(output),
    terminal.style("dim", `  ${signals.map(signalText).join(", ")}`),
    terminal.style("dim", `  confidence of the gate: ${output.confidence.toFixed(2)}`),
    terminal.style("dim", `  ${signalLegend}`),
  ];
};

const presentRedact: Presenter<"state redact"> = (output, terminal) => {
  const { texts, renderings, also_in } = output;
  const lines = [
    `${terminal.style("green", "Redacted")} ${formatCount(texts.length, "text")} and ${formatCount(renderings.length, "rendering")} of them`,
    ...texts.map((name) => terminal.style("dim", `  ${name}`)),
  ];
  if (also_in.length === 0) return lines;
  return [
    ...lines,
    terminal.style(
      "yellow",
      `The same words are also in ${formatCount(also_in.length, "other text")}:`,
    ),
    ...also_in.map((name) => `  ${name}`),
    "To see one: holdall artifact get ID. To remove them too: --everywhere",
  ];
};

/** How the results of these operations are shown. */
export default {
  "state commit": presentCommit,
  "state show": presentShow,
  "state log": presentLog,
  "state replay": presentReplay,
  "state update": presentCommit,
  "state supersede": presentCommit,
  "state merge": presentChanged,
  "state promote": presentChanged,
  "state deprecate": presentChanged,
  "state dismiss": presentChanged,
  "state review": presentReview,
  "state archive": presentChanged,
  "state restore": presentChanged,
  "state evict": presentEvict,
  "state delete": presentChanged,
  "state redact": presentRedact,
  "state access": presentAccess,
  "state decay": presentDecay,
  "state bounds": presentBounds,
  qualify: presentQualify,
} satisfies Presenters<"state">;
