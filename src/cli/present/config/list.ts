import type { Presenter } from "../presenter.ts";
import { settingLine } from "./setting-line.ts";

const present: Presenter<"config list"> = ({ path, settings }, terminal) => [
  terminal.style("dim", terminal.path(path)),
  ...settings.map(settingLine),
];

export default present;
