import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory export"> = (output, terminal) => {
  const { format, path, units, left_out } = output;
  const rest = left_out === 0 ? "" : `, ${left_out} redacted left out`;
  return [
    `${terminal.style("green", "wrote")}  ${terminal.path(path)}: ${units} units as ${format}${rest}`,
  ];
};

export default present;
