import { formatCount } from "../../../base/format-count.ts";
import { excerptLine } from "../../../base/one-line.ts";
import { excerpt } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory skills"> = ({ skills }, terminal) => {
  if (skills.length === 0) return ["no skills; keep one with `holdall memory learn`"];
  return skills.map(({ title, content, steps, useful_count }) => {
    const about = excerptLine(content, 60);
    const facts = `${formatCount(steps, "step")}, of use ${formatCount(useful_count, "time")}`;
    return `${terminal.style("bold", excerpt(title, 60))}  ${about}  ${terminal.style("dim", facts)}`;
  });
};

export default present;
