import type { Presenter } from "../presenter.ts";

/** One line for each agent: its name for commands, whether it is here, and what it can do. */
const present: Presenter<"agents"> = ({ agents }, { style }) => {
  const columns = Math.max(...agents.map(({ agent }) => agent.length)) + 2;
  return [...agents]
    .sort((left, right) => Number(right.installed) - Number(left.installed))
    .map(({ agent, name, installed, receives, runs }) => {
      const roles = [receives ? "receives handoffs" : "is read only", runs ? "runs tasks" : ""];
      const facts = roles.filter((role) => role !== "").join(", ");
      const state = installed ? "installed" : "not installed";
      return `${style("bold", agent.padEnd(columns))}${state.padEnd(15)}${name}: ${facts}`;
    });
};

export default present;
