import type { Presenter } from "../presenter.ts";
import { mandateLines } from "./mandate.ts";

const present: Presenter<"context refresh"> = ({ results }, terminal) =>
  results.flatMap((result) => mandateLines(result, terminal));

export default present;
