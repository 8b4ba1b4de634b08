import type { ComponentChildren } from "preact";
import { Empty } from "../../../web/components/empty.tsx";
import { CallError } from "../../api.ts";
import type { CallState } from "../../use-call.ts";
import { CreateResponsibility } from "./create-responsibility.tsx";

/** A call about responsibilities, and what is shown where there are some. */
interface NoResponsibilitiesProps {
  readonly answer: CallState<unknown>;
  readonly children: ComponentChildren;
}

/** The way on in a folder without responsibilities: that is a state, not a fault. */
export function NoResponsibilities({ answer, children }: NoResponsibilitiesProps) {
  const { error, reload } = answer;
  if (!(error instanceof CallError && error.code === "E_NOT_FOUND")) return <>{children}</>;
  return (
    <Empty title="This folder has no responsibilities.">
      <p>
        A responsibility is a part of the work, such as the documentation, whose context is kept
        small and fresh. They are described in <code>ros.config.yaml</code>; this creates one:
      </p>
      <CreateResponsibility onDone={reload} />
    </Empty>
  );
}
