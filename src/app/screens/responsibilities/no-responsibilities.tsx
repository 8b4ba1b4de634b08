import type { ComponentChildren } from "preact";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { CallError } from "../../api.ts";
import type { CallState } from "../../use-call.ts";

/** A call about responsibilities, and what is shown where there are some. */
interface NoResponsibilitiesProps {
  readonly answer: CallState<unknown>;
  readonly children: ComponentChildren;
}

/** The way on in a folder without responsibilities: that is a state, not a fault. */
export function NoResponsibilities({ answer: { error }, children }: NoResponsibilitiesProps) {
  if (!(error instanceof CallError && error.code === "E_NOT_FOUND")) return <>{children}</>;
  return (
    <Empty title="This folder has no responsibilities.">
      <p>
        A responsibility is a part of the work, such as the documentation, whose context is kept
        small and fresh. They are described in <code>ros.config.yaml</code>; this creates one:
      </p>
      <CommandLine command="holdall init --responsibility docs" />
    </Empty>
  );
}
