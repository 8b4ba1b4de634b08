import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<"request list"> = ({ requests, sla }) =>
  requests.length === 0
    ? ["No requests"]
    : [
        ...requests.map((request) => requestLine(request, request.sla)),
        `SLA: ${sla.ok} ok, ${sla.at_risk} at risk, ${sla.breached} breached`,
      ];

export default present;
