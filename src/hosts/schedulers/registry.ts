import { namesOf } from "../../base/registry.ts";
import cron from "./cron.ts";
import launchd from "./launchd.ts";
import type { Scheduler } from "./scheduler.ts";
import systemd from "./systemd.ts";

/** Every scheduler, in the order in which they are tried. */
export const schedulers = { systemd, launchd, cron } as const satisfies Readonly<
  Record<string, Scheduler>
>;

/** The id of a scheduler. */
export type SchedulerId = keyof typeof schedulers;

/** The ids of all schedulers. */
export const schedulerIds = namesOf(schedulers);
