import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread cut-points"> = (output, terminal) => {
  const { message_count, stride_messages, cut_points } = output;
  if (cut_points.length === 0) {
    return [
      `No cut points: the thread has ${formatCount(message_count, "message")}, fewer than the stride of ${formatNumber(stride_messages)}`,
    ];
  }
  return cut_points.map((point) => {
    const made =
      point.latest_checkpoint_id === null
        ? terminal.style("yellow", "no checkpoint")
        : `checkpoint ${point.latest_checkpoint_id}`;
    return `message ${point.target_message_ordinal}, #${point.to_seq} ${point.to_message_id}  ${made}`;
  });
};

export default present;
