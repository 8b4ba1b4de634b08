import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { unreadLines } from "./report.ts";

const present: Presenter<"task badge"> = ({ badge, label, value, errors }, terminal) => [
  ...unreadLines(errors, terminal),
  `Wrote ${terminal.path(badge)} (${label}: ${printable(value)})`,
];

export default present;
