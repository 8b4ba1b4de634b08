import { excerpt, printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory answer"> = ({ answer, sources }, terminal) => {
  if (answer === null) return ["No unit answers this question"];
  const names = sources.map(({ id, node_id }) =>
    node_id === null ? id.slice(0, 12) : excerpt(node_id, 40),
  );
  return [...printable(answer).split("\n"), terminal.style("dim", `from ${names.join(", ")}`)];
};

export default present;
