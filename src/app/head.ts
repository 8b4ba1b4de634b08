import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** What a screen puts in place of the title and the command that the table of screens has. */
export interface Head {
  readonly title?: string | undefined;
  readonly command?: string | undefined;
}

/** The head of the screen that is shown now. */
export const head = signal<Head>({});

/** Names what the screen shows, such as one session, and the command for just that. */
export function useHead({ title, command }: Head): void {
  useLayoutEffect(() => {
    head.value = { title, command };
  }, [title, command]);
}
