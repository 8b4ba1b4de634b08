import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"state access"> = ({ accessed }) => {
  return [`Recorded the use of ${accessed.map((id) => excerpt(id)).join(", ")}`];
};

export default present;
