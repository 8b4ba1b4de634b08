/** What went wrong: anything that was thrown. */
interface ProblemProps {
  readonly error: unknown;
  /** Tries again, where that can help. */
  readonly onRetry?: () => void;
}

/** Why something could not be shown or done, its code, and the cure. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { message, code, cure } = describe(error);
  return (
    <div class="problem" role="alert">
      <p>
        <bdi>{message}</bdi> {code !== "" && <code class="code-name">{code}</code>}
      </p>
      {cure !== null && (
        <p class="quiet">
          <bdi>{cure}</bdi>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function describe(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const code = textIn(error, "code");
  const cure = textIn(error, "cure");
  return { message, code: code ?? "", cure };
}

function textIn(error: unknown, key: string): string | null {
  if (typeof error !== "object" || error === null) return null;
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" && value !== "" ? value : null;
}
