import { printable } from "../../../base/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"init"> = (output, terminal) => {
  const what = output.created ? terminal.style("green", "made") : "there already";
  return [`${what}  workspace ${locationOf(output.location, terminal)} (${output.engine})`];
};

export default present;

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
