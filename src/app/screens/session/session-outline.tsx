import { useMemo } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { ShowMore } from "../../../web/components/show-more.tsx";
import type { Row } from "../../../web/page.ts";
import {
  formatDuration,
  formatTokens,
  type OutlinePrompt,
  outlineOf,
} from "../../../web/text/outline.ts";

/** Lines that are there at first, and how many more each time. */
const STEP = 50;

/** The prompts of a session, what failed, and the files that changed; each leads to its place. */
export function SessionOutline({ rows }: { readonly rows: readonly Row[] }) {
  const { prompts, files, failures } = useMemo(() => outlineOf(rows), [rows]);
  return (
    <section class="session-outline" aria-label="Outline">
      {failures.length > 0 && (
        <details>
          <summary class="bad">{formatCount(failures.length, "failure")}</summary>
          <ShowMore items={failures} step={STEP} noun={["failure", "failures"]}>
            {(shown) => (
              <ul>
                {shown.map(({ number, text }) => (
                  <li key={number}>
                    <ItemLink number={number} text={text} />
                  </li>
                ))}
              </ul>
            )}
          </ShowMore>
        </details>
      )}
      {files.length > 0 && (
        <details>
          <summary>{formatCount(files.length, "changed file")}</summary>
          <ShowMore items={files} step={STEP} noun={["file", "files"]}>
            {(shown) => (
              <ul>
                {shown.map(({ path, changes, last }) => (
                  <li key={path}>
                    <ItemLink
                      number={last}
                      text={path.slice(path.lastIndexOf("/") + 1)}
                      title={path}
                    />
                    {changes > 1 && <span class="quiet">{changes} times</span>}
                  </li>
                ))}
              </ul>
            )}
          </ShowMore>
        </details>
      )}
      <h2>{formatCount(prompts.length, "prompt")}</h2>
      <ShowMore items={prompts} step={STEP} noun={["prompt", "prompts"]}>
        {(shown) => (
          <ol>
            {shown.map((prompt) => (
              <li key={prompt.number}>
                <ItemLink number={prompt.number} text={prompt.text} />
                <span class="quiet">{costOf(prompt)}</span>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </section>
  );
}

/** What a prompt took. A price that is not known is the same for all prompts: the facts above say so. */
function costOf({ durationMs, output, usd, failures }: OutlinePrompt): string {
  return [
    durationMs === null ? "" : formatDuration(durationMs),
    output === 0 ? "" : `${formatTokens(output)} tokens`,
    usd === null || usd === 0 ? "" : formatCost(usd),
    failures === 0 ? "" : `${failures} failed`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

interface ItemLinkProps {
  readonly number: number;
  readonly text: string;
  readonly title?: string;
}

/** Leads to an item, also when the address names it already. */
function ItemLink({ number, text, title = text }: ItemLinkProps) {
  const href = `#row=${number}`;
  const repeat = () => {
    if (location.hash === href) window.dispatchEvent(new HashChangeEvent("hashchange"));
  };
  return (
    <a href={href} title={title} onClick={repeat}>
      <bdi>{text}</bdi>
    </a>
  );
}
