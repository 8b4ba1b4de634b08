import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeApi } from "../../src/http/openapi.ts";
import { statusTable } from "../../src/http/problem.ts";
import { loadRoutes } from "../../src/http/routes.ts";
import { root } from "../run.ts";
import { code, table } from "./markdown.ts";

/** Which status a code is answered with;. */
export function statusByCode(): string {
  const statuses = Map.groupBy(statusTable(), ({ status }) => status);
  const rows = [...statuses]
    .sort(([left], [right]) => left - right)
    .map(([status, some]) => [String(status), some.map((each) => code(each.code)).join(", ")]);
  return table(["status", "codes"], rows);
}

/** The description of the API as a person has it. */
export async function openApi(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const routes = await loadRoutes();
  const description = describeApi(routes.values(), "person", String(version));
  // A line for every path and schema: short enough to keep, and a change shows where it is.
  return `${JSON.stringify(description, null, 1).replaceAll(/\n {4,}/g, "")}\n`;
}
