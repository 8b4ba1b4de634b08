/** The program's entry point. */

import { runProgram } from "./program.ts";

// Not awaited at the top: the program is bundled as CommonJS, which starts milliseconds sooner.
void runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
