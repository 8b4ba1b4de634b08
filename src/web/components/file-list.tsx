import { useSignal } from "@preact/signals";
import { formatBytes, formatCount, formatNumber } from "../../base/format-count.ts";
import type { FileData } from "../page.ts";
import { useRows } from "./use-rows.ts";

/** Files and where they are shown. */
interface FileListProps {
  readonly files: readonly FileData[];
  readonly isStatic: boolean;
}

const STATIC_FILES = 500;

/** The files of a bundle, with a filter by name; only those in view exist on the page. */
export function FileList({ files, isStatic }: FileListProps) {
  if (!isStatic && files.length > STATIC_FILES) return <LongFileList files={files} />;
  const shown = files.slice(0, STATIC_FILES);
  const more = files.length - shown.length;
  return (
    <>
      <ul class="files">
        {shown.map((file) => (
          <li key={file.path}>
            <FileLine file={file} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p class="quiet">{formatCount(more, "more file")}: allow scripts to see them.</p>
      )}
    </>
  );
}

function LongFileList({ files }: Pick<FileListProps, "files">) {
  const filter = useSignal("");
  const wanted = filter.value.toLowerCase();
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  const { list, virtualizer } = useRows({
    count: shown.length,
    estimate: 32,
    keyOf: (index) => shown[index]?.path ?? index,
  });
  return (
    <>
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
      <ul ref={list} class="files long" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const file = shown[index];
          if (file === undefined) return null;
          const top = `${start - virtualizer.options.scrollMargin}px`;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={shown.length}
              style={{ transform: `translateY(${top})` }}
            >
              <FileLine file={file} />
            </li>
          );
        })}
      </ul>
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
