/** Every screen of the app. Add a line and a folder in `../screens/`; navigation and addresses follow. */

import type { ComponentType } from "preact";
import type { Place } from "./router.ts";

/** What a screen gets to know of its address. */
export interface ScreenProps {
  /** The parts of the path that its pattern names. */
  readonly params: Readonly<Record<string, string>>;
  readonly search: Place["search"];
}

/** A screen, which answers one question. */
export interface Screen {
  /** A pattern such as `/sessions/:agent/:id`. */
  readonly path: string;
  readonly title: string;
  readonly question: string;
  /** The command that shows the same. */
  readonly command: string;
  /** Where the navigation lists it; null for one that is reached from another. */
  readonly group: Group | null;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

/** The parts of the navigation, in order. */
export const groups = ["", "Sessions", "State", "Work", "Check"] as const;
type Group = (typeof groups)[number];

export const screens: readonly Screen[] = [
  {
    path: "/",
    title: "Home",
    question: "What is in force, what needs me, and is the ledger intact?",
    command: "holdall status",
    group: "",
    load: () => import("../screens/home/home.tsx"),
  },
];
