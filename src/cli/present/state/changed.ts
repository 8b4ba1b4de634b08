import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { evictedLine } from "./commit.ts";
import { tokenUse } from "./token-use.ts";

const verbs = { active: "In force:", archived: "Archived", deleted: "Deleted" } as const;

/** An entry after a change, in one line. */
const present: Presenter<
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
    `${terminal.style("green", verbs[state])} ${excerpt(id)}  ${terminal.style("dim", facts)}`,
    ...evictedLine(evicted),
  ];
};

export default present;
