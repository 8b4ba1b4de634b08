import { formatCount } from "../../base/text/format-count.ts";
import type { FileChangesData, PairData } from "../page.ts";
import { runNames } from "../text/runs/run-names.ts";
import { Diff } from "./diff.tsx";
import { AlignedSteps } from "./step-alignment.tsx";

/** Two runs side by side: steps, files, patches. */
export function RunPair({ pair }: { readonly pair: PairData }) {
  const [left = "", right = ""] = runNames([pair.left, pair.right]);
  return (
    <>
      <p>{pair.verdict}</p>
      <h3>Steps</h3>
      <AlignedSteps steps={pair.steps} left={left} right={right} />
      {pair.files !== null && (
        <>
          <h3>Captured files</h3>
          <ChangedFiles files={pair.files} />
        </>
      )}
      <Patch heading={`Patch of ${left}`} patch={pair.leftPatch} />
      <Patch heading={`Patch of ${right}`} patch={pair.rightPatch} />
    </>
  );
}

function Patch({ heading, patch }: { readonly heading: string; readonly patch: string | null }) {
  return (
    <details class="patch">
      <summary>
        <bdi>{heading}</bdi>
      </summary>
      {patch === null || patch.trim() === "" ? (
        <p class="quiet">No patch.</p>
      ) : (
        <Diff text={patch} />
      )}
    </details>
  );
}

/** Which captured files of two runs differ. */
export function ChangedFiles({ files }: { readonly files: FileChangesData }) {
  const groups = [
    ["Only in the second", files.added],
    ["Only in the first", files.removed],
    ["Changed", files.changed],
    ["Other permissions", files.modeChanged],
  ] as const;
  return (
    <>
      <p class="quiet">
        {formatCount(files.same, "captured file")} equal in both. What each run changed is in its
        patch.
      </p>
      {groups
        .filter(([, paths]) => paths.length > 0)
        .map(([heading, paths]) => (
          <section key={heading}>
            <h4>
              {heading} <span class="quiet">{paths.length}</span>
            </h4>
            <ul class="outline">
              {paths.slice(0, 500).map((path) => (
                <li key={path}>
                  <bdi class="path">{path}</bdi>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
