/** The tools of each agent that scenarios call, with the arguments that it takes. */
import { namesOf } from "../../../src/base/registry.ts";
import { drivers } from "../drivers/drivers.ts";
import type { ScriptedCall } from "../model/script.ts";
import type { DriverName } from "../programs.ts";

type Calls = Readonly<Record<DriverName, (value: string) => ScriptedCall>>;

function callsOf(tool: "shell" | "look"): Calls {
  const calls = namesOf(drivers).map((name) => [name, drivers[name][tool]]);
  return Object.fromEntries(calls) as Calls; // Of every name, by the line above.
}

/** Runs a command in a shell. */
export const shell = callsOf("shell");

/** Looks at a file. */
export const look = callsOf("look");
