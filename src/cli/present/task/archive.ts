import presentPacked from "../bundle/pack.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"task archive"> = (output, terminal) => presentPacked(output, terminal);

export default present;
