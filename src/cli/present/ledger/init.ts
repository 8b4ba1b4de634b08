import { printable } from "../../../base/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"init"> = (output, terminal) => {
  const where = `${locationOf(output.location, terminal)} (${output.engine})`;
  if (!output.created) return [`Workspace ${where} exists already`];
  return [`${terminal.style("green", "Created")} workspace ${where}`];
};

export default present;

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
