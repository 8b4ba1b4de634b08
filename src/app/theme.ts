import { effect, signal } from "@preact/signals";

/** Light, dark, or what the system prefers. */
export type Theme = "system" | "light" | "dark";

const KEY = "holdall-theme";
const THEMES = ["system", "light", "dark"] as const;

/** The theme that was chosen. */
export const theme = signal<Theme>(
  THEMES.find((one) => one === localStorage.getItem(KEY)) ?? "system",
);

/** The theme that the button leads to. */
export function nextTheme(): Theme {
  return THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}

/** Shows the chosen theme and remembers it on this machine. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}
