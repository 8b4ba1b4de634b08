// Loaded before a measured server: tells whoever started it how much processor time it has taken, in ms.
"use strict";

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000);
});
process.channel?.unref();
