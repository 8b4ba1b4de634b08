import type { Presenter } from "../presenter.ts";

const verbs = { active: "Reactivated", archived: "Archived", retracted: "Retracted" } as const;

const present: Presenter<"memory retract"> = ({ id, state, changed }, terminal) => {
  const verb = changed ? terminal.style("green", verbs[state]) : `Already ${state}:`;
  return [`${verb} ${id.slice(0, 12)}`];
};

export default present;
