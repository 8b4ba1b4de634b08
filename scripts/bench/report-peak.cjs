// Loaded before a measured program: leaves the most memory it held, in bytes, where it was told.
"use strict";

const fs = require("node:fs");

process.on("exit", () => {
  fs.writeFileSync(process.env.HOLDALL_BENCH_PEAK, String(peakKilobytes() * 1024));
});

// Linux counts what the starting process held into maxRSS; VmHWM begins with the program itself.
function peakKilobytes() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
