import type { Presenter } from "../presenter.ts";

const present: Presenter<"tools find"> = ({ tools }, terminal) => {
  if (tools.length === 0) return ["No tool matches; see `holdall mcp --help` for the sets"];
  return tools.map(({ name, sets, summary }) => {
    return `${terminal.style("bold", name)}  ${summary}  ${terminal.style("dim", sets.join(", "))}`;
  });
};

export default present;
