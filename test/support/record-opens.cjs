// Loaded before the program: writes down every path whose content it asks the system for.
"use strict";

const fs = require("node:fs");

const asked = [];
const names = ["openSync", "open", "readFileSync", "readFile", "createReadStream", "readdirSync"];
for (const name of [...names, "readdir", "opendirSync", "opendir", "cpSync", "copyFileSync"]) {
  const original = fs[name];
  fs[name] = (target, ...rest) => {
    asked.push(String(target));
    return original(target, ...rest);
  };
}
const { writeFileSync } = fs;
process.on("exit", () => {
  writeFileSync(process.env.HOLDALL_TEST_OPENS, JSON.stringify(asked));
});
