import { asText } from "../../../base/json/value.ts";
import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread compaction-status"> = (output, terminal) => {
  const { latest_checkpoint: latest, next_cut_point: next, last_job_outcome: outcome } = output;
  const decision = output.last_schedule_decision?.decision;
  const error = outcome?.error === undefined ? "" : `: ${asText(outcome.error)}`;
  const rows: readonly (readonly [string, string])[] = [
    ["messages", String(output.message_count)],
    ["latest checkpoint", latest ? `${latest.checkpoint_id} up to #${latest.to_seq}` : "none"],
    ["due", next ? `message ${next.target_message_ordinal}` : "nothing"],
    ["open job", output.inflight_job_id ?? "none"],
    ["last decision", decision === undefined ? "none" : asText(decision)],
    ["last job", outcome ? `${asText(outcome.status ?? "")}${error}` : "none"],
  ];
  return columns(
    rows.map(([label, text]) => [label, printable(text)] as const),
    terminal,
  );
};

export default present;
