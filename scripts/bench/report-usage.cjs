// Loaded before a measured server: tells whoever started it how much processor time it has taken, in ms.
"use strict";

// What the server starts itself has other messages to exchange.
delete process.env.NODE_OPTIONS;
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000);
});
process.channel?.unref();
