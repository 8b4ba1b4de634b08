import assert from "node:assert/strict";
import { test } from "node:test";
import { recordableEndpoint } from "./endpoint.ts";

test("recordableEndpoint() drops everything that can hold a key", () => {
  const endpoints = {
    "https://user:secret@host.test:8443/v1/responses?key=secret#secret":
      "https://host.test:8443/v1/responses",
    "http://localhost:11434/v1": "http://localhost:11434/v1",
    "localhost:11434/v1?key=secret": "localhost:11434/v1",
    "user:secret@host/v1": "host/v1",
    "not a url?key=secret": "not a url",
  };
  for (const [endpoint, recorded] of Object.entries(endpoints)) {
    assert.equal(recordableEndpoint(endpoint), recorded);
  }
});
