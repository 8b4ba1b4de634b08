import { printable } from "../../../base/text.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"init"> = (output, terminal) => {
  const where = `${locationOf(output.location, terminal)} (${output.engine})`;
  const first = output.created
    ? `${terminal.style("green", "Created")} workspace ${where}`
    : `Workspace ${where} exists already`;
  return output.files.length === 0 ? [first] : [first, ...fileLines(output.files)];
};

export default present;

function fileLines(files: readonly string[]): readonly string[] {
  const named = files.map((file) => `  ${printable(file)}`);
  return ["Created these files; replace their texts with yours:", ...named];
}

/** A folder as a person would type it, or a URL. */
export function locationOf(location: string, terminal: Terminal): string {
  return isUrl(location) ? printable(location) : terminal.path(location);
}
