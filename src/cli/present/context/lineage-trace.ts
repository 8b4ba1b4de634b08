import type { Presenter } from "../presenter.ts";
import { artifactLine, linkLine } from "./lineage.ts";

const present: Presenter<"context lineage trace"> = ({ artifact, up, down }) => [
  artifactLine(artifact),
  `Inputs: ${up.length}`,
  ...up.map(linkLine),
  `Results: ${down.length}`,
  ...down.map(linkLine),
];

export default present;
