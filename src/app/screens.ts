/** Every screen of the app. Add a line and a folder in `./screens/`; navigation and addresses follow. */

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
  /** Whether it has columns or lists that use all of a wide window. */
  readonly isWide?: boolean;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

/** The parts of the navigation, in order. */
export const groups = ["", "Sessions", "State", "Work", "Check"] as const;
type Group = (typeof groups)[number];

export const screens: readonly Screen[] = [
  {
    path: "/",
    title: "Home",
    question: "Where did I leave off, what needs me, and what is in force?",
    command: "holdall overview",
    group: "",
    isWide: true,
    load: () => import("./screens/overview/overview.tsx"),
  },
  {
    path: "/sessions",
    title: "Sessions",
    question: "What did my agents do, in all tools?",
    command: "holdall sessions --all",
    group: "Sessions",
    isWide: true,
    load: () => import("./screens/sessions/sessions.tsx"),
  },
  {
    path: "/sessions/:agent/:id",
    title: "Session",
    question: "What happened in it?",
    command: "holdall show last",
    group: null,
    isWide: true,
    load: () => import("./screens/session/session.tsx"),
  },
  {
    path: "/activity",
    title: "Activity",
    question: "When did which agent work, and what did it use?",
    command: "holdall activity --all",
    group: "Sessions",
    isWide: true,
    load: () => import("./screens/activity/activity.tsx"),
  },
  {
    path: "/handoff",
    title: "Handoff",
    question: "What arrives, changes and is lost with this receiver?",
    command: "holdall handoff --dry-run",
    group: "Sessions",
    isWide: true,
    load: () => import("./screens/handoff/handoff.tsx"),
  },
  {
    path: "/share",
    title: "Share",
    question: "What would others get, and what do they type to get it?",
    command: "holdall push WHAT WHERE --dry-run",
    group: "Sessions",
    load: () => import("./screens/share/share.tsx"),
  },
  {
    path: "/review",
    title: "Review",
    question: "What do sessions propose for the state: keep, edit or skip?",
    command: "holdall state review",
    group: "State",
    load: () => import("./screens/review/review.tsx"),
  },
  {
    path: "/state",
    title: "State over time",
    question: "What was in force at any moment, and why?",
    command: "holdall state show",
    group: "State",
    isWide: true,
    load: () => import("./screens/state/state.tsx"),
  },
  {
    path: "/gate",
    title: "Gate",
    question: "What was refused, contradicts or may be outdated, and what is to be done about it?",
    command: "holdall state log --type rejected",
    group: "State",
    isWide: true,
    load: () => import("./screens/gate/gate.tsx"),
  },
  {
    path: "/compile",
    title: "Compile",
    question: "What would a model be given, and what would stay out?",
    command: "holdall thread compile ID --explain",
    group: "State",
    load: () => import("./screens/compile/compile.tsx"),
  },
  {
    path: "/threads",
    title: "Threads",
    question: "Where does a branch or a handoff come from?",
    command: "holdall thread list --archived",
    group: "Sessions",
    load: () => import("./screens/threads/threads.tsx"),
  },
  {
    path: "/threads/:id",
    title: "Thread",
    question: "Where does it come from, how far is it summarised, who answered?",
    command: "holdall thread show ID",
    group: null,
    load: () => import("./screens/threads/thread.tsx"),
  },
  {
    path: "/responsibilities",
    title: "Responsibilities",
    question: "Is every responsibility small enough, fresh, on its model and in time?",
    command: "holdall context status",
    group: "Work",
    load: () => import("./screens/responsibilities/responsibilities.tsx"),
  },
  {
    path: "/responsibilities/:id",
    title: "Responsibility",
    question: "What did the last refresh change, and where does each file come from?",
    command: "holdall context status ID",
    group: null,
    load: () => import("./screens/responsibilities/responsibility.tsx"),
  },
  {
    path: "/requests",
    title: "Requests",
    question: "What is asked of whom, and what is next?",
    command: "holdall request list",
    group: "Work",
    load: () => import("./screens/requests/requests.tsx"),
  },
  {
    path: "/requests/:id",
    title: "Request",
    question: "What is asked, and what happened to it?",
    command: "holdall request show ID",
    group: null,
    load: () => import("./screens/requests/request.tsx"),
  },
  {
    path: "/runs",
    title: "Runs",
    question: "What did each agent make of the same task?",
    command: "holdall task scan .",
    group: "Work",
    load: () => import("./screens/runs/runs.tsx"),
  },
  {
    path: "/runs/pack",
    title: "Pack a task",
    question: "What would other agents get, to do the task of this session?",
    command: "holdall task pack --from-session claude --out task",
    group: null,
    load: () => import("./screens/runs/pack.tsx"),
  },
  {
    path: "/runs/start",
    title: "Start runs",
    question: "Which runs would start, how long would they take, and what would they cost?",
    command: "holdall task run TASK --with claude,codex --out runs --dry-run",
    group: null,
    load: () => import("./screens/runs/start.tsx"),
  },
  {
    path: "/runs/show",
    title: "Run",
    question: "How was this run judged, and what did it do?",
    command: "holdall task inspect BUNDLE",
    group: null,
    load: () => import("./screens/runs/run.tsx"),
  },
  {
    path: "/runs/compare",
    title: "Compare",
    question: "Where do two runs part?",
    command: "holdall task compare RUN RUN",
    group: null,
    load: () => import("./screens/runs/compare.tsx"),
  },
  {
    path: "/runs/report",
    title: "Report",
    question: "Which agent is best, and could that be due to chance?",
    command: "holdall task report .",
    group: null,
    load: () => import("./screens/runs/report.tsx"),
  },
  {
    path: "/bundle",
    title: "Bundle",
    question: "What is in this bundle, is it intact, and what would a conversion lose?",
    command: "holdall verify PATH",
    group: "Check",
    load: () => import("./screens/bundle/bundle.tsx"),
  },
  {
    path: "/trust",
    title: "Trust",
    question: "Is the ledger intact, and is it the same on another machine?",
    command: "holdall verify",
    group: "Check",
    load: () => import("./screens/trust/trust.tsx"),
  },
  {
    path: "/setup",
    title: "Setup",
    question: "Which agents know Holdall, and what would be changed for the others?",
    command: "holdall setup",
    group: "Check",
    load: () => import("./screens/setup/setup.tsx"),
  },
];

/** The screen that lists what this one shows one of; null for one that the navigation lists itself. */
export function screenAbove({ path, group }: Screen): Screen | null {
  if (group !== null) return null;
  return screens.find((other) => other.group !== null && path.startsWith(`${other.path}/`)) ?? null;
}
