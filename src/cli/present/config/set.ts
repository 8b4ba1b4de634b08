import type { Presenter } from "../presenter.ts";
import { settingLine } from "./setting-line.ts";

const present: Presenter<"config set"> = ({ path, ...setting }, terminal) => [
  `Changed ${terminal.path(path)}: ${settingLine(setting)}`,
];

export default present;
