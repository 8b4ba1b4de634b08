import { formatCount } from "../../../base/text/format-count.ts";
import { Mark } from "../../../web/components/mark.tsx";
import type { PackedTask } from "./run-data.ts";

/** Skipped paths that are named one by one. */
const NAMED = 10;

/** What a bundle would contain. */
export function PackContents({ task }: { readonly task: PackedTask }) {
  const { title, files, state, hidden, redactions, skipped, proof } = task;
  return (
    <section class="part first" aria-live="polite">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <ul class="outline">
        <li>
          {formatCount(files, "file")}
          {state === null ? "; without files of the project" : `, as they were ${state} the task`}
        </li>
        {hidden.length > 0 && <li>{formatCount(hidden.length, "file")} hidden from agents</li>}
        <li>
          {redactions.length === 0
            ? "No secret was found in it"
            : `${formatCount(redactions.length, "secret")} would be replaced`}
        </li>
        {skipped.slice(0, NAMED).map(({ path, why }) => (
          <li key={path}>
            <Mark look="warn">
              left out: <bdi>{path}</bdi>
            </Mark>{" "}
            <bdi class="quiet">{why}</bdi>
          </li>
        ))}
        {skipped.length > NAMED && <li>{skipped.length - NAMED} more left out</li>}
        {proof.needs === null && proof.reasons.length > 0 && (
          <li>
            <Mark look="warn">{proof.reasons.join("; ")}</Mark>
          </li>
        )}
      </ul>
    </section>
  );
}
