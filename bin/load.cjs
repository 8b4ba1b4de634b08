// Apart from holdall.cjs because an old Node cannot even parse `import()`.
"use strict";

import("../dist/cli/main.js").catch((error) => {
  const unbuilt = !require("node:fs").existsSync(`${__dirname}/../dist/cli/main.js`);
  const reason = "Cannot start holdall: it has not been built (npm run build)";
  process.stderr.write(`${unbuilt ? reason : error.stack}\n`);
  process.exitCode = 4;
});
