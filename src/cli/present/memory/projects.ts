import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory projects"> = ({ units }) => {
  const lines = Object.entries(units).map(([name, count]) => `${printable(name)}  ${count} units`);
  return lines.length === 0 ? ["no units; keep one with `holdall memory store`"] : lines;
};

export default present;
