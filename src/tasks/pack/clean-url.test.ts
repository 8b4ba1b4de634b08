import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanRepositoryUrl } from "./clean-url.ts";

test("cleanRepositoryUrl() removes user, password and query, and keeps where the repository is", () => {
  const cases: [string, string][] = [
    ["https://user:secret@host.example/a/b.git", "https://host.example/a/b.git"],
    ["https://token@host.example/a.git?private_token=x#y", "https://host.example/a.git"],
    ["https://a:p@ss@host.example:8443/a", "https://host.example:8443/a"],
    ["ssh://git@host.example/a.git", "ssh://host.example/a.git"],
    ["git@host.example:a/b.git", "git@host.example:a/b.git"],
    ["token:x@host.example:a/b.git", "host.example:a/b.git"],
    ["example/tide-table", "example/tide-table"],
    ["/srv/git/a@b.git", "/srv/git/a@b.git"],
  ];
  for (const [url, clean] of cases) assert.equal(cleanRepositoryUrl(url), clean);
});
