import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

/** The value alone, so that a script can use it. */
const present: Presenter<"config get"> = ({ value }) => [
  printable(typeof value === "string" ? value : JSON.stringify(value)),
];

export default present;
