import { THREAD } from "../conversation.ts";
import { wordOf } from "../search/generate-sessions.ts";
import { SESSIONS } from "./large-folder.ts";

/** The screens that are opened, and a text that each has once its content is there. */
export const SCREENS: readonly (readonly [address: string, text: string])[] = [
  ["/", "In force"],
  ["/sessions", "Hand over"],
  [`/sessions?q=${wordOf(100)}`, "results in"],
  ["/state", "is the newest"],
  ["/state?at=20000", "After event 20,000"],
  ["/gate", "Contradicts an entry in force"],
  [`/compile?thread=${THREAD}&budget=4000&other=400`, "What stays out"],
  ["/threads", "Orchard"],
  [`/threads/${THREAD}`, "Orchard"],
  ["/bundle", "Drop"],
  ["/runs", "Runs"],
  ["/responsibilities", "steward_lab"],
  ["/responsibilities/docs", "Last refresh"],
  ["/requests", "Requests"],
  ["/trust", "Check"],
  // Last: the dry run of 100,000 items keeps the server busy.
  [`/handoff?agent=claude&session=${SESSIONS.long}`, "What Codex CLI would get"],
];
