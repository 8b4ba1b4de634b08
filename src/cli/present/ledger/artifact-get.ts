import { formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"artifact get"> = (output, terminal) => {
  const { next_offset_bytes: next, bytes, total_bytes: total } = output;
  const more = `${formatNumber(bytes)} of ${formatNumber(total)} bytes; continue with --offset ${next}`;
  return [printable(output.content), ...(next === null ? [] : [terminal.style("dim", more)])];
};

export default present;
