import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const verbs = { archive: "Archived", delete: "Deleted" } as const;

const present: Presenter<"memory evict"> = ({ dry_run, evicted }, terminal) => {
  if (evicted.length === 0) return ["Nothing to archive"];
  return evicted.map(({ id, node_id, action, reason, retrieval_strength }) => {
    const name = node_id === null ? id.slice(0, 12) : excerpt(node_id, 60);
    const why = terminal.style("dim", `${reason}, strength ${retrieval_strength.toFixed(2)}`);
    return `${dry_run ? `Would ${action}` : verbs[action]} ${name}  ${why}`;
  });
};

export default present;
