import { unpackedLines } from "../bundle/unpack.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"task extract"> = (output, terminal) =>
  unpackedLines("Extracted", output, terminal);

export default present;
