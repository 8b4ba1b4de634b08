import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "./token-use.ts";

const verbs = { archive: "Archived", delete: "Deleted" } as const;

const present: Presenter<"state evict"> = (output, terminal) => {
  const { evicted, dry_run } = output;
  const lines = evicted.map(({ id, action, reason }) => {
    const verb = dry_run ? `Would ${action}` : verbs[action];
    return `${verb} ${excerpt(id)}  ${terminal.style("dim", excerpt(reason))}`;
  });
  const use = `the state uses ${tokenUse(output)}`;
  if (evicted.length === 0) return [`Nothing to evict; ${use}`];
  return [...lines, dry_run ? `Preview; nothing was changed; ${use}` : `Now ${use}`];
};

export default present;
