import type { Registry } from "../../../base/registry.ts";
import type { TaskExporter } from "./exchange.ts";

/** Every form that tasks and runs are exported to. */
export const exporters = {
  atif: () => import("./atif/export.ts"),
} satisfies Registry<TaskExporter>;
