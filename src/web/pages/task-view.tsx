import { formatCount } from "../../base/text/format-count.ts";
import { Diff } from "../components/diff.tsx";
import { FileList } from "../components/file-list.tsx";
import { FindingList } from "../components/finding-list.tsx";
import { MarkdownDocument } from "../components/prose.tsx";
import { StatusMark } from "../components/status-mark.tsx";
import { StepList } from "../components/step-list.tsx";
import type { TaskPage } from "../page.ts";
import { formatScore } from "../text/format-scores.ts";

/** A task bundle: what was asked, what came of it, the steps, the patch, the files. */
export function TaskView({ page }: { readonly page: TaskPage }) {
  const { run, texts, steps, patch, files, findings } = page;
  return (
    <>
      <section class="part">
        <h2>Outcome</h2>
        <p class="verdict">
          <StatusMark status={run.status} />
          {run.score !== null && <span>score {formatScore(run.score)}</span>}
        </p>
        {run.judgeNotes !== null && <MarkdownDocument text={run.judgeNotes} />}
      </section>
      {findings.length > 0 && (
        <section class="part">
          <h2>Findings</h2>
          <FindingList findings={findings} />
        </section>
      )}
      {texts.map(({ heading, text }) => (
        <section key={heading} class="part">
          <h2>{heading}</h2>
          <MarkdownDocument text={withoutHeading(text, [heading, page.title])} />
        </section>
      ))}
      <section class="part">
        <h2>
          Events <span class="quiet">{formatCount(steps.length, "step")}</span>
        </h2>
        <StepList steps={steps} />
      </section>
      <section class="part">
        <h2>Diff</h2>
        {patch === null || patch.trim() === "" ? (
          <p class="quiet">The bundle has no patch.</p>
        ) : (
          <Diff text={patch} />
        )}
      </section>
      <section class="part">
        <h2>
          Files{" "}
          {files.length > 0 && (
            <span class="quiet">{formatCount(files.length, "captured file")}</span>
          )}
        </h2>
        {files.length === 0 ? (
          <p class="quiet">The bundle has no captured files.</p>
        ) : (
          <FileList files={files} />
        )}
      </section>
    </>
  );
}

/** A file that begins with a heading that is already above it needs it once. */
function withoutHeading(text: string, above: readonly string[]): string {
  const [first = "", ...rest] = text.trimStart().split("\n");
  const isRepeated = above.some((heading) => first.toLowerCase() === `# ${heading.toLowerCase()}`);
  return isRepeated ? rest.join("\n").trimStart() : text;
}
