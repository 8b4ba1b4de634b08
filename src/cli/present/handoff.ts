import { printable } from "../../base/text/text.ts";
import { wrap } from "../terminal.ts";
import presentActivity from "./handoff/activity.ts";
import presentAgents from "./handoff/agents.ts";
import presentBrief from "./handoff/brief.ts";
import presentEstimate from "./handoff/estimate.ts";
import presentHandoff from "./handoff/handoff.ts";
import presentImport from "./handoff/import.ts";
import presentProjects from "./handoff/projects.ts";
import presentSessions from "./handoff/sessions.ts";
import presentShow from "./handoff/show.ts";
import presentStar from "./handoff/star.ts";
import type { Presenter, Presenters } from "./presenter.ts";

/** Every redaction with its place, its rule and its surroundings; the text itself is written as it is. */
const presentRedact: Presenter<"redact"> = ({ file, redactions }, terminal) => {
  if (redactions.length === 0) return [`No secrets found in ${terminal.path(file)}`];
  const count = redactions.length === 1 ? "1 secret" : `${redactions.length} secrets`;
  return [
    `Found ${count} in ${terminal.path(file)}`,
    ...redactions.flatMap(({ rule, line, column, before, secret, after }) => [
      `${terminal.path(file)}:${line}:${column}  ${terminal.style("bold", rule)}`,
      ...wrap(printable(`${before}[${secret}]${after}`), terminal.width - 4, "    "),
    ]),
  ];
};

/** How the results of these operations are shown. */
export default {
  sessions: presentSessions,
  agents: presentAgents,
  star: presentStar,
  projects: presentProjects,
  activity: presentActivity,
  estimate: presentEstimate,
  show: presentShow,
  handoff: presentHandoff,
  import: presentImport,
  brief: presentBrief,
  redact: presentRedact,
} satisfies Presenters<"handoff">;
