import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

/** Exactly what a later comparison takes, so that it can be kept in a file. */
const present: Presenter<"ledger heads"> = ({ text }) => [documentOf(text)];

export default present;
