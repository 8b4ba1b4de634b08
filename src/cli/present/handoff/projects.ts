import { ageOf } from "../../../base/age.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

/** One line for each folder: how long ago, how many sessions, and where. */
const present: Presenter<"projects"> = ({ now, projects }, terminal) => [
  ...projects.map(({ folder, sessions, modified_at, here }) => {
    const age = modified_at === null ? "" : ageOf(Date.parse(now) - Date.parse(modified_at));
    const count = formatCount(sessions, "session");
    return `${age.padStart(5)}  ${count.padStart(14)}  ${printable(folder)}${here ? "  (here)" : ""}`;
  }),
  terminal.style("dim", "To open one in the browser: holdall serve --open, in its folder"),
];

export default present;
