import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory rebuild"> = ({ indexed }) => {
  return [`index made anew from ${indexed} units`];
};

export default present;
