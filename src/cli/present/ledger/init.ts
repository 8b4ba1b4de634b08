import { printable, printableLine } from "../../../base/text/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"init"> = (output, terminal) => {
  const where = `${locationOf(output.location, terminal)} (${output.engine})`;
  const first = output.created
    ? `${terminal.style("green", "Created")} workspace ${where}`
    : `Workspace ${where} exists already`;
  return output.files.length === 0 ? [first] : [first, ...fileLines(output.files, terminal)];
};

export default present;

/** The files that were created, and what to do with them. */
function fileLines(files: readonly string[], { width }: Terminal): readonly string[] {
  const id = /^registry\/([^/]+)\/kernel\.md$/m.exec(files.join("\n"))?.[1];
  const next = `To continue: describe the responsibility in kernel.md, guardrails.md, persona.md and ai_context/model_preferences.md, then run \`holdall context refresh ${id}\``;
  return [
    "Created these files:",
    ...files.map((file) => `  ${printableLine(file)}`),
    ...(id === undefined ? [] : wrap(printable(next), width, "  ")),
  ];
}

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
