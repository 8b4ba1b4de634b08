import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

/** The request, or each claim with its verdict and what became of the proven ones. */
const present: Presenter<"brief"> = ({ request, checked, proposed }, terminal) => {
  if (request !== null) return [printable(request)];
  const lines = checked.map(({ text, verdict, reason }) => {
    const look = verdict === "proven" ? "green" : "yellow";
    const why = reason === "" ? "" : `  (${reason})`;
    return `${terminal.style(look, verdict)}  ${printable(text)}${why}`;
  });
  const { new: added, known, kept } = proposed ?? { new: 0, known: 0, kept: 0 };
  const before = known === 0 ? "" : `, ${known} proposed before`;
  const rest = kept === 0 ? "To decide: holdall state review" : `${kept} kept`;
  return [...lines, `${formatCount(added, "new proposal")}${before}. ${rest}`];
};

export default present;
