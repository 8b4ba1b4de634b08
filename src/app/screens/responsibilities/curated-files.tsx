import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { CodeBlock } from "../../../web/components/code-block.tsx";
import { Edit } from "../../../web/components/edit.tsx";
import { FactList } from "../../../web/components/fact-list.tsx";
import { MarkdownDocument } from "../../../web/components/prose.tsx";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import { type PublishedFile, provenanceOf } from "./responsibility-data.ts";

/** The curated files of a responsibility, each with what it was made from. */
export function CuratedFiles({ id }: { readonly id: string }) {
  const loaded = useCall({ operation: "context status", input: { id, files: true } });
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

function CuratedFile({ file }: { readonly file: PublishedFile }) {
  const { facts, inputs, body } = provenanceOf(file.text);
  const before = file.previous === null ? null : provenanceOf(file.previous).body;
  return (
    <details class="curated">
      <summary>
        <bdi class="path">{file.path}</bdi>
        <span class="quiet">
          {formatCount(file.lines, "line")}
          {inputs.length > 0 && `, from ${formatCount(inputs.length, "source")}`}
          {before !== null && before !== body && ", changed by the last refresh"}
        </span>
      </summary>
      <div class="stack">
        <FactList facts={[...facts, { label: "SHA-256", value: file.sha256.slice(0, 12) }]} />
        {inputs.length > 0 && (
          <p class="quiet">
            Made from: <bdi>{inputs.join(", ")}</bdi>
          </p>
        )}
        {before !== null && before !== body && (
          <section>
            <h3>Changed by the last refresh</h3>
            <Edit edit={{ path: file.path, before, after: body }} />
          </section>
        )}
        <FileBody body={body} source={file.text} />
      </div>
    </details>
  );
}

/** What a file contains: as a document, or as it was written. */
function FileBody({ body, source }: { readonly body: string; readonly source: string }) {
  const [isSource, setSource] = useState(false);
  return (
    <section class="stack">
      <p>
        <button type="button" aria-pressed={isSource} onClick={() => setSource(!isSource)}>
          Markdown source
        </button>
      </p>
      {isSource ? (
        <CodeBlock text={source} language="" label="Markdown source" />
      ) : (
        <MarkdownDocument text={body} />
      )}
    </section>
  );
}
