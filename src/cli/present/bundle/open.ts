import type { Presenter } from "../presenter.ts";
import { unpackedLines } from "./unpack.ts";

const present: Presenter<"open"> = (output, terminal) => {
  return unpackedLines("Opened", output, terminal);
};

export default present;
