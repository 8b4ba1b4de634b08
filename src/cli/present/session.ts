import type { Presenter, Presenters } from "./presenter.ts";
import presentCheckpoint from "./session/checkpoint.ts";
import presentList from "./session/list.ts";
import presentResume from "./session/resume.ts";
import { stateName } from "./state/state-name.ts";
import { tokenUse } from "./state/token-use.ts";

const presentUse: Presenter<"session use"> = (output, terminal) => {
  const verb = output.created ? "Created and selected" : "Selected";
  const facts = terminal.style("dim", tokenUse(output));
  return [`${terminal.style("green", verb)} the ${stateName(output)}  ${facts}`];
};

/** How the results of these operations are shown. */
export default {
  "session use": presentUse,
  "session list": presentList,
  "session checkpoint": presentCheckpoint,
  "session resume": presentResume,
} satisfies Presenters<"session">;
