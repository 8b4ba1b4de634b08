import { useSignal } from "@preact/signals";
import { useContext } from "preact/hooks";
import { formatBytes, formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { FileData } from "../page.ts";
import { LongList } from "./long-list.tsx";
import { IsStatic } from "./static-context.ts";

/** More files than this, and one looks for a name instead of reading the list. */
const FILTERED = 20;

/** The files of a bundle, with a filter by name. */
export function FileList({ files }: { readonly files: readonly FileData[] }) {
  const isStatic = useContext(IsStatic);
  const filter = useSignal("");
  const wanted = filter.value.toLowerCase();
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  return (
    <>
      {!isStatic && files.length > FILTERED && (
        <search class="filter">
          <label>
            <span class="unseen">Filter files by name</span>
            <input
              type="search"
              placeholder="Filter by name"
              value={filter}
              onInput={(event) => {
                filter.value = event.currentTarget.value;
              }}
            />
          </label>
          <span class="quiet" aria-live="polite">
            {formatNumber(shown.length)} of {formatCount(files.length, "file")}
          </span>
        </search>
      )}
      <LongList items={shown} noun="file" keyOf={({ path }) => path}>
        {(file) => <FileLine file={file} />}
      </LongList>
    </>
  );
}

function FileLine({ file: { path, size, mark } }: { readonly file: FileData }) {
  return (
    <span class="file">
      <bdi class="path">{path}</bdi>
      {mark !== "" && <span class="quiet">{mark}</span>}
      <span class="size">{formatBytes(size)}</span>
    </span>
  );
}
