import { printable } from "../../../base/text/text.ts";
import { describeAddress } from "../../../state/address.ts";

interface NamedState {
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
}

/** A state in words: "default state", "state of session tides". */
export function stateName({ user_id, session_id, task_id }: NamedState): string {
  return printable(describeAddress({ user: user_id, session: session_id, task: task_id }));
}

/** The same at the beginning of a line. */
export function stateTitle(state: NamedState): string {
  const name = stateName(state);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** The same for a state that a result names by its address: "default/tides/default". */
export function stateNameOf(address: string): string {
  const [user, session, task, ...rest] = address.split("/");
  // A part may contain slashes itself; then the address is shown as it is.
  if (user === undefined || session === undefined || task === undefined || rest.length > 0) {
    return `state ${printable(address)}`;
  }
  return stateName({ user_id: user, session_id: session, task_id: task });
}
