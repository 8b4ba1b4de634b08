import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<"request show"> = ({ request, events, sla }) => [
  requestLine(request, sla),
  ...(request.summary === "" ? [] : [`  ${excerpt(request.summary, 400)}`]),
  ...events.map(({ created_at, event_type, old_status, new_status, created_by, note }) => {
    const change = new_status === null ? event_type : `${old_status ?? "none"} to ${new_status}`;
    return `  ${created_at}  ${change}  by ${excerpt(created_by)}${note === null ? "" : `: ${excerpt(note, 200)}`}`;
  }),
];

export default present;
