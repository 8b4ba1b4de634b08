import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"state decay"> = ({ decayed }, terminal) => {
  if (decayed.length === 0) return ["No strength has changed"];
  return decayed.map(({ id, before, retrieval_strength }) => {
    const was = before === null ? "" : terminal.style("dim", ` (was ${before.toFixed(3)})`);
    return `${retrieval_strength.toFixed(3)}${was}  ${excerpt(id)}`;
  });
};

export default present;
