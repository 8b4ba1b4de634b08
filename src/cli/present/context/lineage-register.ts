import type { Presenter } from "../presenter.ts";
import { artifactLine } from "./lineage.ts";

const present: Presenter<"context lineage register"> = ({ artifact }) => [
  `Registered ${artifactLine(artifact)}`,
];

export default present;
