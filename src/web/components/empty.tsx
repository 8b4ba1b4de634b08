import type { ComponentChildren } from "preact";

/** What is not there yet, and what to do about it. */
interface EmptyProps {
  readonly title: string;
  /** What to do next: a sentence, a link, a command. */
  readonly children?: ComponentChildren;
}

/** A place where nothing is to be shown, with the way on. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
