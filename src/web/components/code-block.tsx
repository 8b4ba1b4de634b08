import { headOfText } from "../text/head-of-text.ts";
import { highlight } from "../text/highlight.ts";
import { MoreButton } from "./more-button.tsx";
import { useFull } from "./use-full.ts";

/** What a block of code or output shows. */
interface CodeBlockProps {
  readonly text: string;
  /** A language or the ending of a file's name; "" for plain text. */
  readonly language?: string;
  /** What it is, for readers who cannot see it. */
  readonly label: string;
}

const SHORT = { lines: 30, characters: 6_000 };

/** Code or output, in colours where the language is known. A long one is cut until asked for. */
export function CodeBlock({ text, language = "", label }: CodeBlockProps) {
  const head = headOfText(text, SHORT);
  const [isFull, setFull] = useFull(text, head.text);
  const shown = isFull ? text : head.text;
  return (
    <div class="code">
      <pre role="group" aria-label={label} tabIndex={0}>
        <code>
          {highlight(shown, language).map(({ scope, text: part }, at) =>
            scope === "" ? (
              part
            ) : (
              <span key={at} class={`token-${scope.replaceAll(".", "-")}`}>
                {part}
              </span>
            ),
          )}
        </code>
      </pre>
      <MoreButton
        lines={head.moreLines}
        characters={head.moreCharacters}
        isFull={isFull}
        onClick={() => setFull(!isFull)}
      />
    </div>
  );
}
