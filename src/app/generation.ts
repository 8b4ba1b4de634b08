import { signal } from "@preact/signals";

/** Changes when every screen has to be built again: the workspace was created, or another token is used. */
export const generation = signal(0);

/** Builds the screen that is shown again. */
export function showAgain(): void {
  generation.value++;
}
