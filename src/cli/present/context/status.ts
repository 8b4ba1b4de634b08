import { formatNumber } from "../../../base/text/format-count.ts";
import { excerpt } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

type One = Shown<"context status">["responsibilities"][number];

const present: Presenter<"context status"> = (output, terminal) => {
  const { workspace_id: id, steward, responsibilities } = output;
  const head = `${terminal.style("bold", id)} (steward ${steward})`;
  if (responsibilities.length === 0) return [head, "There are no responsibilities yet"];
  const rows = responsibilities.map((one) => {
    const volume = `${terminal.style(one.level, one.level)} ${formatNumber(one.total_lines)} lines`;
    const facts = [volume, freshness(one), queue(one), model(one)];
    return [one.responsibility_id, facts.join(", ")] as const;
  });
  return [head, ...columns(rows, terminal)];
};

export default present;

function freshness({ fresh, stale, fault }: One): string {
  if (fault !== null) return fault;
  if (stale.includes("bundle")) return "not all files have been written";
  return fresh ? "fresh" : `stale (${stale.join(", ")})`;
}

function queue({ pending, accepted, deferred, at_risk: risk, breached }: One): string {
  const open = `${pending} pending, ${accepted} accepted, ${deferred} deferred`;
  return risk + breached === 0 ? open : `${open}; ${risk} at risk, ${breached} breached`;
}

function model({
  preferred_model: preferred,
  detected_model: detected,
  model_class: kind,
  model_blocked,
}: One): string {
  if (preferred === null) return "no model policy";
  if (kind === "unknown") return "model unknown";
  const seen = `model ${excerpt(detected ?? "unknown")} (${kind})`;
  return model_blocked ? `${seen}, blocked until decided` : seen;
}
