/**
 * `npm run agents:newest`: the agents of which the package registry has a newer version than the one that the tests run.
 * A newer version that cannot be installed, because the registry lacks one of its packages, counts as well.
 */
import { otherVersions, programs } from "../test/agents/programs.ts";
import { runOrThrow } from "./run.ts";

interface Tested {
  readonly npmPackage?: string;
  readonly version: string;
  readonly packageVersion?: string;
}

const tested: Readonly<Record<string, Tested>> = { ...programs, ...otherVersions };
for (const [name, { npmPackage, version, packageVersion = version }] of Object.entries(tested)) {
  // The oldest versions stay as they are.
  if (npmPackage === undefined) continue;
  const newest = (await runOrThrow("npm", ["view", npmPackage, "version", "--silent"])).trim();
  const state = newest === packageVersion ? "tested" : `newer than tested (${packageVersion})`;
  console.log(`${name.padEnd(9)} ${npmPackage.padEnd(32)} ${newest.padEnd(10)} ${state}`);
}
