import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<
  "request accept" | "request defer" | "request reject" | "request cancel" | "request complete"
> = ({ request }) => [`Now ${requestLine(request)}`];

export default present;
