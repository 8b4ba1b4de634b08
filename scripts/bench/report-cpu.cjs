// Loaded before a measured program: leaves the processor time it took, in milliseconds, where it was told.
"use strict";

const fs = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  fs.writeFileSync(process.env.HOLDALL_BENCH_CPU, String((user + system) / 1000));
});
