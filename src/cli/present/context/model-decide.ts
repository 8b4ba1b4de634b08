import type { Presenter } from "../presenter.ts";
import { mandateLines } from "./mandate.ts";

const present: Presenter<"context model decide"> = (output, terminal) =>
  mandateLines(output, terminal);

export default present;
