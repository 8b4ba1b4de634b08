/**
 * Keeps V8 from answering much short-lived garbage with an ever larger young generation: measured on
 * 100,000 files, that takes a third off the peak and no time. To be called before long work begins.
 */
export function expectLongWork(): void {
  // Not imported, because a short command should not wait for it.
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
