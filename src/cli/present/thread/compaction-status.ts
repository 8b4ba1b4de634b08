import { asText, type Json } from "../../../base/json/value.ts";
import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";

interface Output {
  readonly message_count: number;
  readonly stride_messages: number;
  readonly latest_checkpoint: { readonly checkpoint_id: string; readonly to_seq: number } | null;
  readonly next_cut_point: { readonly target_message_ordinal: number } | null;
  readonly inflight_job_id: string | null;
  readonly last_schedule_decision: { readonly decision?: Json } | null;
  readonly last_job_outcome: { readonly status?: Json; readonly error?: Json } | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { latest_checkpoint: latest, next_cut_point: next, last_job_outcome: outcome } = output;
  const decision = output.last_schedule_decision?.decision;
  const error = outcome?.error === undefined ? "" : `: ${asText(outcome.error)}`;
  const rows: readonly (readonly [string, string])[] = [
    ["messages", String(output.message_count)],
    ["newest checkpoint", latest ? `${latest.checkpoint_id} up to #${latest.to_seq}` : "none"],
    ["due", next ? `message ${next.target_message_ordinal}` : "nothing"],
    ["open job", output.inflight_job_id ?? "none"],
    ["last decision", decision === undefined ? "none" : asText(decision)],
    ["last job", outcome ? `${asText(outcome.status ?? "")}${error}` : "none"],
  ];
  return columns(
    rows.map(([label, text]) => [label, printable(text)] as const),
    terminal,
  );
}
