import type { Presenter } from "../presenter.ts";
import { requestLine } from "./line.ts";

const present: Presenter<"request create"> = ({ request, created }) => [
  `${created ? "Created request" : "Already created:"} ${requestLine(request)}`,
];

export default present;
