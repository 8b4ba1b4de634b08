/**
 * `npm run agents:newest`: the agents of which the package registry has a newer version than the one that the tests run.
 * A newer version whose package with the program for this platform is missing in the registry cannot be installed, and is
 * listed as such.
 */
import { otherVersions, type Program, programs } from "../test/agents/programs.ts";
import { runOrThrow } from "./run.ts";

type Tested = Pick<Program, "version" | "packageVersion" | "executables"> &
  Partial<Pick<Program, "npmPackage">>;

const tested: Readonly<Record<string, Tested>> = { ...programs, ...otherVersions };
for (const [name, program] of Object.entries(tested)) {
  const { npmPackage } = program;
  // The oldest versions stay as they are.
  if (npmPackage === undefined) continue;
  const newest = await newestOf(npmPackage);
  const state = await stateOf(program, newest);
  console.log(`${name.padEnd(9)} ${npmPackage.padEnd(32)} ${newest.padEnd(10)} ${state}`);
}

async function stateOf(
  { version, packageVersion = version, executables }: Tested,
  newest: string,
): Promise<string> {
  if (newest === packageVersion) return "tested";
  const newer = `newer than tested (${packageVersion})`;
  const executable = executables[`${process.platform}-${process.arch}`];
  if (executable === undefined) return newer;
  const build = packageOf(executable);
  const newestBuild = await newestOf(build);
  if (newestBuild === newest) return newer;
  return `${newer}; cannot be installed, ${build} is at ${newestBuild}`;
}

async function newestOf(npmPackage: string): Promise<string> {
  return (await runOrThrow("npm", ["view", npmPackage, "version", "--silent"])).trim();
}

/** The package that contains a file below `node_modules`. */
function packageOf(file: string): string {
  return file
    .split("/")
    .slice(0, file.startsWith("@") ? 2 : 1)
    .join("/");
}
