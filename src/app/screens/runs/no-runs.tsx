import { Empty } from "../../../web/components/empty.tsx";

/** A folder without runs, and how to have some. */
export function NoRuns() {
  return (
    <Empty title="No task bundles in this folder.">
      <p>Let two agents do the same task, then look here again.</p>
      <p class="links">
        <a href="/runs/pack">Pack a session as a task</a>
        <a href="/runs/start">Start runs</a>
      </p>
    </Empty>
  );
}
