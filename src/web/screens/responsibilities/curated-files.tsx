import { formatCount } from "../../../base/format-count.ts";
import { useCall } from "../../app/use-call.ts";
import { Answered } from "../../components/answered.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { Prose } from "../../components/prose.tsx";
import { type LoadedContext, provenanceOf } from "./responsibility-data.ts";

/** The curated files of a responsibility, each with what it was made from. */
export function CuratedFiles({ id }: { readonly id: string }) {
  const input = { id, "stale-ok": true };
  const loaded = useCall({ words: "context load", input });
  return (
    <Answered answer={loaded} what="Reading the files">
      {({ files }) => (
        <div>
          {files.map((file) => (
            <CuratedFile key={file.path} file={file} />
          ))}
        </div>
      )}
    </Answered>
  );
}

function CuratedFile({ file }: { readonly file: LoadedContext["files"][number] }) {
  const { facts, inputs, body } = provenanceOf(file.text);
  return (
    <details class="curated">
      <summary>
        <bdi class="path">{file.path}</bdi>
        <span class="quiet">
          {formatCount(file.lines, "line")}
          {inputs.length > 0 && `, from ${formatCount(inputs.length, "source")}`}
        </span>
      </summary>
      <div class="stack">
        <FactList facts={[...facts, { label: "SHA-256", value: file.sha256.slice(0, 12) }]} />
        {inputs.length > 0 && (
          <p class="quiet">
            Made from: <bdi>{inputs.join(", ")}</bdi>
          </p>
        )}
        <Prose text={body} />
      </div>
    </details>
  );
}
