// Loaded before a measured program: leaves the most memory it held, in bytes, where it was told.
"use strict";

process.on("exit", () => {
  const bytes = process.resourceUsage().maxRSS * 1024;
  require("node:fs").writeFileSync(process.env.HOLDALL_BENCH_PEAK, String(bytes));
});
