import { escapeInvisible } from "../base/text/invisible.ts";
import { Problem } from "../web/components/problem.tsx";
import type { Action } from "./use-action.ts";

/** How the last change ended. It is read out when it comes. */
export function ActionResult({
  action: { done, error, isRunning, progress },
}: {
  readonly action: Action;
}) {
  return (
    <div class="action-result" role="status">
      {isRunning && progress !== "" && <p class="quiet">{progress}</p>}
      {error !== null && <Problem error={error} />}
      {done !== null && (
        <p class="done">
          <span aria-hidden="true">✓</span> <bdi>{escapeInvisible(done)}</bdi>
        </p>
      )}
    </div>
  );
}
