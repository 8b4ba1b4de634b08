import { formatCount } from "../../../base/text/format-count.ts";
import { excerptLine } from "../../../base/text/one-line.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory skills"> = ({ skills }, terminal) => {
  if (skills.length === 0) return ["There are no skills. To store one: holdall memory learn TITLE"];
  return skills.map(({ title, content, steps, useful_count }) => {
    const about = excerptLine(content, 60);
    const facts = `${formatCount(steps, "step")}, useful ${formatCount(useful_count, "time")}`;
    return `${terminal.style("bold", excerpt(title, 60))}  ${about}  ${terminal.style("dim", facts)}`;
  });
};

export default present;
