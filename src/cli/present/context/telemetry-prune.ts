import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry prune"> = ({ before, removed }) => [
  `Removed ${removed} measurements from before ${before}`,
];

export default present;
