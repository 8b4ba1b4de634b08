import { printable } from "../../../base/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly location: string;
  readonly engine: string;
  readonly created: boolean;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const what = output.created ? terminal.style("green", "made") : "there already";
  return [`${what}  workspace ${locationOf(output.location, terminal)} (${output.engine})`];
}

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
