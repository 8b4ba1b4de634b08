import { formatCount } from "../../base/text/format-count.ts";
import { EntryList } from "../components/entry-list.tsx";
import { FileList } from "../components/file-list.tsx";
import { FindingList } from "../components/finding-list.tsx";
import { Transcript } from "../components/transcript.tsx";
import type { BundlePage } from "../page.ts";
import type { Shown } from "./page-view.tsx";

/** A bundle: what is wrong with it, what it contains, its files. */
export function BundleView({ page, isStatic }: Shown<BundlePage>) {
  return (
    <>
      <section class="part">
        <h2>Findings</h2>
        <FindingList findings={page.findings} />
      </section>
      {page.entries.length > 0 && (
        <section class="part">
          <h2>
            Entries <span class="quiet">{page.entries.length}</span>
          </h2>
          <EntryList entries={page.entries} />
        </section>
      )}
      {/* The entries of a state are its outline, in full. */}
      {(page.entries.length > 0 ? [] : page.outline).map(({ heading, lines }) => (
        <section key={heading} class="part">
          <h2>
            <bdi>{heading}</bdi>
          </h2>
          <ul class="outline">
            {lines.map((line, at) => (
              <li key={at} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {page.conversation !== null && (
        <section class="part">
          <h2>Conversation</h2>
          <Transcript conversation={page.conversation} isStatic={isStatic} />
        </section>
      )}
      <section class="part">
        <h2>
          Files <span class="quiet">{formatCount(page.files.length, "file")}</span>
        </h2>
        <FileList files={page.files} />
      </section>
    </>
  );
}
