import { excerpt } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"state evict"> = (output, terminal) => {
  const { evicted, dry_run } = output;
  const verb = dry_run ? "would " : "";
  const lines = evicted.map(
    ({ id, action, reason }) =>
      `${verb}${action} ${excerpt(id)}  ${terminal.style("dim", excerpt(reason))}`,
  );
  const full = `${output.token_count} of ${output.budget_tokens} tokens`;
  return [...lines, evicted.length === 0 ? `nothing to evict; ${full}` : full];
};

export default present;
