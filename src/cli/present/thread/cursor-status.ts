import { printable } from "../../../base/text/text.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Cursor = Shown<"thread cursor status">["cursors"][number];

const present: Presenter<"thread cursor status"> = ({ cursors }) => {
  return cursors.length === 0 ? ["No cursors"] : cursors.map(cursorLine);
};

export default present;

/** A cursor in one line. */
export function cursorLine({ seq, provider, endpoint, model, cursor, action }: Cursor): string {
  const key = [provider, endpoint, model].filter((part) => part !== null).join(" ");
  return printable(`#${seq} ${key}: ${action} ${cursor === null ? "" : JSON.stringify(cursor)}`);
}
