import { printable } from "../../base/text/text.ts";
import type { Presenter, Presenters } from "./presenter.ts";

/** The value alone, so that a script can use it. */
const presentGet: Presenter<"config get"> = ({ value }) => [
  printable(typeof value === "string" ? value : JSON.stringify(value)),
];

const presentList: Presenter<"config list"> = ({ path, settings }, terminal) => [
  terminal.style("dim", terminal.path(path)),
  ...settings.map(settingLine),
];

const presentSet: Presenter<"config set"> = ({ path, ...setting }, terminal) => [
  `Changed ${terminal.path(path)}: ${settingLine(setting)}`,
];

/** A setting on one line. */
function settingLine({
  key,
  value,
  is_set,
}: {
  readonly key: string;
  readonly value: unknown;
  readonly is_set: boolean;
}): string {
  const shown = value === null ? "(not set)" : JSON.stringify(value);
  return printable(`${key} = ${shown}${is_set || value === null ? "" : "  (default)"}`);
}

/** How the results of these operations are shown. */
export default {
  "config list": presentList,
  "config get": presentGet,
  "config set": presentSet,
} satisfies Presenters<"config">;
