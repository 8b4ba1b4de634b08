import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly message_count: number;
  readonly stride_messages: number;
  readonly cut_points: readonly {
    readonly target_message_ordinal: number;
    readonly to_seq: number;
    readonly to_message_id: string;
    readonly latest_checkpoint_id: string | null;
  }[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { message_count, stride_messages, cut_points } = output;
  if (cut_points.length === 0) {
    return [`no cut points: ${message_count} messages, fewer than ${stride_messages}`];
  }
  return cut_points.map((point) => {
    const made =
      point.latest_checkpoint_id === null
        ? terminal.style("yellow", "no checkpoint")
        : `checkpoint ${point.latest_checkpoint_id}`;
    return `message ${point.target_message_ordinal}, #${point.to_seq} ${point.to_message_id}  ${made}`;
  });
}
