import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<
  "request accept" | "request defer" | "request reject" | "request cancel" | "request complete"
> = ({ request }) => [`${verbs[request.status] ?? "Changed"} request ${requestLine(request)}`];

/** The step that leads to each status. */
const verbs: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  deferred: "Deferred",
  rejected: "Rejected",
  cancelled: "Cancelled",
  completed: "Completed",
};

export default present;
