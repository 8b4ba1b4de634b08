import { escapeInvisible } from "../../base/text/invisible.ts";
import type { Action } from "../app/use-action.ts";
import { Problem } from "./problem.tsx";

/** How the last change ended. It is read out when it comes. */
export function ActionResult({ action: { done, error } }: { readonly action: Action }) {
  return (
    <div class="action-result" role="status">
      {error !== null && <Problem error={error} />}
      {done !== null && (
        <p class="done">
          <span aria-hidden="true">✓</span> <bdi>{escapeInvisible(done)}</bdi>
        </p>
      )}
    </div>
  );
}
