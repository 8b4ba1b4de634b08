/**
 * Loaded into a process of tests before anything else. Node's runner follows every promise from its creation to its end,
 * to know which test an error belongs to that nobody caught. That is about a tenth of the processor time of tests that
 * await much. Here it follows timers, files and sockets only, and such an error makes the file fail, whichever test it
 * belongs to. A test that another begins after it has awaited something is `t.test(…)`: `test(…)` would wait for the end
 * of the one that waits for it.
 */
import hooks from "node:async_hooks";

const { createHook } = hooks;
// The first to ask is the runner, in a process that has tests.
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  return createHook({ ...callbacks, trackPromises: false });
};

function fail(error: unknown): void {
  console.error("Nobody caught:", error);
  process.exitCode = 1;
}
