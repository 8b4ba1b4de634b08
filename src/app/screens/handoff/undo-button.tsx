import { useState } from "preact/hooks";
import { Problem } from "../../../web/components/problem.tsx";
import { call } from "../../api.ts";
import { CancelButton, useAskingButton } from "../../cancel-button.tsx";

/** A handoff that can be undone. */
interface UndoButtonProps {
  readonly id: string;
  readonly onUndone: () => void;
}

/** Takes a handoff back, after a dry run and a second click. */
export function UndoButton({ id, onUndone }: UndoButtonProps) {
  const [isSure, setSure] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const asking = useAskingButton(isSure);
  const rehearse = () => {
    call("handoff", { undo: id, "dry-run": true }).then(() => setSure(true), setError);
  };
  const undo = () => {
    call("handoff", { undo: id }).then(onUndone, setError);
  };
  if (error !== null) return <Problem error={error} />;
  return isSure ? (
    <span class="buttons">
      <button type="button" onClick={undo}>
        Yes, remove the copy
      </button>
      <CancelButton onCancel={() => setSure(false)} />
    </span>
  ) : (
    <button ref={asking} type="button" onClick={rehearse}>
      Undo
    </button>
  );
}
