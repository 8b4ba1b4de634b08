import { Transcript } from "../components/transcript.tsx";
import type { SessionPage } from "../page.ts";
import type { Shown } from "./page-view.tsx";

/** A session: its conversation. */
export function SessionView({ page, isStatic }: Shown<SessionPage>) {
  return <Transcript conversation={page.conversation} isStatic={isStatic} />;
}
