import { CopyButton } from "../web/components/copy-button.tsx";
import { type ResumableSession, resumeLine } from "../web/text/resume-line.ts";
import { agentName } from "./known-adapters.ts";

/** A session that can be continued where it was written. */
interface ResumeButtonProps {
  readonly session: ResumableSession & { readonly agent: string };
  readonly name: string;
}

/** Copies the command that continues a session in its own agent; not there where none is known. */
export function ResumeButton({ session, name }: ResumeButtonProps) {
  const line = resumeLine(session);
  if (line === null) return null;
  const label = `Resume: copy the command that continues ${name} in ${agentName(session.agent)}`;
  return (
    <span class="resume-button" title={line}>
      <CopyButton text={() => line} label={label}>
        Resume
      </CopyButton>
    </span>
  );
}
