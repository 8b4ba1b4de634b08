import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<"request claim"> = ({ requests }) =>
  requests.length === 0
    ? ["No request can be claimed now"]
    : requests.map((request) => `Claimed ${requestLine(request)}`);

export default present;
