import { diffWordsWithSpace } from "diff";

/** Two texts; the second takes, or would take, the place of the first. */
interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Whether both are in force, so that nothing was removed or added. */
  readonly areEqual?: boolean;
}

/** Two texts that differ everywhere must not block the page. */
const MAX_MS = 100;

/** Two texts side by side, with the words marked that only one of them has. */
export function TextDiff(props: TextDiffProps) {
  const { before, after, beforeLabel, afterLabel, areEqual = false } = props;
  const parts = comparedTexts(before, after);
  return (
    <div class={areEqual ? "text-diff equal" : "text-diff"}>
      <figure>
        <figcaption>{beforeLabel}</figcaption>
        <p dir="auto">
          {parts.map(({ kind, text }, at) => {
            if (kind === "added") return null;
            return kind === "removed" ? <del key={at}>{text}</del> : text;
          })}
        </p>
      </figure>
      <figure>
        <figcaption>{afterLabel}</figcaption>
        <p dir="auto">
          {parts.map(({ kind, text }, at) => {
            if (kind === "removed") return null;
            return kind === "added" ? <ins key={at}>{text}</ins> : text;
          })}
        </p>
      </figure>
    </div>
  );
}

/** A piece of one or both texts. */
interface TextPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The pieces of two texts in order; without marks where comparing them would take too long. */
function comparedTexts(before: string, after: string): readonly TextPart[] {
  const parts = diffWordsWithSpace(before, after, { timeout: MAX_MS });
  if (parts === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return parts.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
