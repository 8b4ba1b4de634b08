import type { Presenter } from "../presenter.ts";

const present: Presenter<"context signal"> = ({ signals }) =>
  signals.map((id) => `Recorded signal ${id}`);

export default present;
