import { useContext } from "preact/hooks";
import { formatCount } from "../../base/text/format-count.ts";
import { IsStatic } from "./static-context.ts";

/** How much of a text is not shown, and the way to show it. */
interface MoreButtonProps {
  readonly lines: number;
  readonly characters: number;
  readonly isFull: boolean;
  readonly onClick: () => void;
}

/** Opens a text that was cut; without a script it only reports how much is missing. */
export function MoreButton({ lines, characters, isFull, onClick }: MoreButtonProps) {
  const isStatic = useContext(IsStatic);
  if (characters === 0) return null;
  // A text of few but very long lines is measured in characters.
  const more =
    lines > 1 ? formatCount(lines, "more line") : formatCount(characters, "more character");
  if (isStatic) return <p class="quiet">… {more}</p>;
  return (
    <button type="button" class="more" onClick={onClick}>
      {isFull ? "Show less" : `Show ${more}`}
    </button>
  );
}
