import { useState } from "preact/hooks";
import { call } from "./api.ts";

/** A session, and whether it had a star when it was listed. */
interface StarButtonProps {
  readonly agent: string;
  readonly id: string;
  readonly name: string;
  readonly starred: boolean;
}

/** Marks a session with a star, or removes the mark. */
export function StarButton({ agent, id, name, starred }: StarButtonProps) {
  const [isStarred, setStarred] = useState(starred);
  const [error, setError] = useState<string | null>(null);
  const toggle = () =>
    call("star", { what: agent, session: id, remove: isStarred }).then(
      (star) => {
        setStarred(star.starred);
        setError(null);
      },
      (failure: Error) => setError(failure.message),
    );
  return (
    <span class="star">
      <button
        type="button"
        class="plain"
        aria-pressed={isStarred}
        aria-label={`Star ${name}`}
        title={isStarred ? "Remove the star" : "Mark with a star"}
        onClick={() => void toggle()}
      >
        {isStarred ? "★" : "☆"}
      </button>
      {error !== null && (
        <span class="bad" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
