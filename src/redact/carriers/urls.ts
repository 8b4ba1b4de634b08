import { isExample } from "../examples.ts";
import { lookOf } from "../password-look.ts";
import {
  isKeyLike,
  isPlace,
  isPlaceholder,
  isSelfDescribing,
  isText,
  isWordy,
} from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const isPassword = (value: string) =>
  !/^(?:[$%{<*[]|#\{|__\w+__$|x+$|pass(?:word)?$|pwd$|secret$|token$|api[-_]?key$|your|\.\.\.)|x{6}|^[a-z]*(?:password|token|secret)$/i.test(
    value,
  );

/** A password that is the name of its user is what a program comes with, and no secret. */
const isOwnPassword = (value: string, { groups, input, index, 0: found }: RegExpExecArray) => {
  if (!isPassword(value) || isSelfDescribing(value) || isText(value) || value === groups?.user)
    return false;
  // Documentation of addresses has three letters or digits there.
  return value.length > 3 || !input.startsWith("example.", index + found.length);
};

/** Addresses with a password, a token or a signature in them. */
export const findUrlSecrets = createPlaceFinder([
  {
    kind: "url_password",
    hints: ["://"],
    // A colon within `${USER:-name}` does not begin a password.
    pattern:
      /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/(?<user>(?:\$\{[^}\s]{0,80}\}|[^\s/:@"'`<>$]|\$(?!\{)){0,64}):(?<secret>[^\s/@"'`<>]{3,256})@(?=[\w[%$-])/gi,
    accepts: isOwnPassword,
  },
  {
    // `${PASSWORD:-word}`: the word is the password where nobody sets another.
    kind: "url_password",
    hints: [":-", ":="],
    pattern:
      /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/(?<user>(?:\$\{[^}\s]{0,80}\}|[^\s/:@"'`<>$]){0,64}):\$\{\w{1,80}:[-=](?<secret>[^\s/@"'`<>}]{3,256})\}@(?=[\w[%$-])/gi,
    accepts: isOwnPassword,
  },
  {
    kind: "url_token",
    hints: ["://"],
    pattern: /(?<=\bhttps?):\/\/(?<secret>[\w-]{16,255})@(?=[\w-]+\.)/g,
    accepts: (value) => isKeyLike(value) && !isPlace(value),
  },
  {
    // Parameters that are called by no telling name, of interfaces that take their key there.
    kind: "url_token",
    hints: ["appid=", "key=", "apikey=", "auth="],
    pattern: /[?&](?:appid|key|apikey|auth)=(?<secret>[\w-]{20,512})(?![\w%./-])/gi,
    accepts: (value) => isKeyLike(value) && !isPlaceholder(value),
  },
  {
    kind: "url_token",
    hints: ["token="],
    pattern: /[?&](?:\w{0,20}_)?token=(?<secret>[\w-]{12,512})(?![\w%./-])/gi,
    accepts: (value) => lookOf(value) !== "none",
  },
  {
    // The address of a database as drivers of Go have it.
    kind: "url_password",
    hints: ["@tcp(", "@unix("],
    pattern: /["'`=\s](?<user>[\w.-]{1,64}):(?<secret>[^\s"'`]{3,128})@(?:tcp|unix)\(/g,
    accepts: isOwnPassword,
  },
  {
    // A node of a chain, with the key of its user at the end.
    kind: "url_token",
    hints: ["alchemy.com/", "infura.io/", "quiknode.pro/", "ankr.com/"],
    pattern:
      /:\/\/[\w.-]{0,80}(?:alchemy\.com|infura\.io|quiknode\.pro|ankr\.com)\/(?:ws\/)?(?:v\d\/)?(?<secret>[\w-]{20,64})/g,
    accepts: (value) => isKeyLike(value) && !isPlaceholder(value),
  },
  {
    kind: "zapier_webhook",
    hints: ["hooks.zapier.com"],
    pattern: /\bhttps:\/\/hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{4,12}\/\w{5,20})/g,
  },
  {
    kind: "signed_url",
    hints: ["sig=", "Signature=", "X-Amz-Security-Token="],
    pattern:
      /[?&;](?:sig|Signature|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=(?<secret>[\w%+/=-]{20,4096})/g,
    accepts: (value) => !isWordy(value),
  },
  {
    kind: "azure_key",
    hints: ["AccountKey=", "SharedAccessKey="],
    pattern: /\b(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/=]{40,4096})/g,
    accepts: (value) => !isExample(value),
  },
  {
    kind: "slack_webhook",
    hints: ["hooks.slack.com"],
    pattern:
      /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{20,400})/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: "discord_webhook",
    hints: ["/api/webhooks/"],
    pattern:
      /\bhttps:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{15,20}\/[\w-]{40,100})/g,
  },
  {
    kind: "teams_webhook",
    hints: ["webhook.office.com"],
    pattern: /\bhttps:\/\/\w{1,60}\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{60,400})/g,
  },
]);
