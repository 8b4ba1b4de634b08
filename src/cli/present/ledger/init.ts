import { printable, printableLine } from "../../../base/text/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"init"> = (output, terminal) => {
  const where = `${locationOf(output.location, terminal)} (${output.engine})`;
  const id = /^registry\/([^/]+)\/kernel\.md$/m.exec(output.files.join("\n"))?.[1];
  const created = terminal.style("green", "Created");
  if (id !== undefined) return [`${created} the role ${id} in workspace ${where}`, ...stepsFor(id)];
  return [
    output.created ? `${created} workspace ${where}` : `Workspace ${where} exists already`,
    ...output.files.map((file) => `${created} ${printableLine(file)}`),
  ];
};

export default present;

/** What to write for a new role, and what it is good for. */
function stepsFor(id: string): readonly string[] {
  return [
    `Write its purpose (kernel.md) and its limits (guardrails.md) in registry/${id}`,
    `A model then reads one short text, not the folder: \`holdall context load ${id}\``,
  ];
}

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
