import { formatCount } from "../../../base/text/format-count.ts";
import { JudgeByCommand } from "./judge-by-command.tsx";
import type { Report } from "./run-data.ts";
import { below } from "./run-data.ts";

interface UnjudgedProps {
  readonly ranking: Report["ranking"];
  readonly root: string;
}

/** Runs that are named one by one. */
const NAMED = 10;

/** Runs of agents without an outcome: nobody wins before somebody has judged them. */
export function Unjudged({ ranking, root }: UnjudgedProps) {
  const open = ranking.filter(
    ({ status, error, tool }) => status === null && error === null && tool !== null,
  );
  if (open.length === 0) return null;
  const named = open.slice(0, NAMED);
  return (
    <section class="part first">
      <h2>{formatCount(open.length, "run")} without an outcome</h2>
      <p>
        Who wins is known once each is judged: look at what it changed, and say whether it did its
        task.
      </p>
      <ul>
        {named.map(({ bundleDir, tool, model }) => (
          <li key={bundleDir}>
            <a href={`/runs/show?bundle=${encodeURIComponent(below(root, bundleDir))}`}>
              Judge <bdi>{bundleDir}</bdi>
            </a>{" "}
            <span class="quiet">{[tool, model].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      {open.length > named.length && <p class="quiet">and {open.length - named.length} more</p>}
      <JudgeByCommand bundle={below(root, named[0]?.bundleDir ?? "")} />
    </section>
  );
}
