import { isAppPassword } from "../judge-value.ts";
import { isOrdinary } from "../ordinary.ts";
import { looksChosen } from "../password-look.ts";
import { isKeyLike, looksInvented } from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const mayBeSecret = (value: string) =>
  (!isOrdinary(value) || looksChosen(value)) && (!/ /.test(value) || isAppPassword(value));

/** Passwords and keys that are an argument of a call: after the name of a user, or of a call that takes nothing else. */
export const findCallArguments = createPlaceFinder([
  {
    kind: "call_password",
    hints: ["auth=", "auth =", "AUTH =", "AUTH=", "uth(", "ogin(", "redential(", "redentials("],
    pattern:
      /(?:auth(?:\s{0,2}=\s{0,2})?|login|credentials?)\(\s{0,3}["'`][^"'`\s]{1,100}["'`]\s{0,2},\s{0,3}(?:Some\(|password\s{0,2}=\s{0,2})?["'`](?<secret>[^"'`\n]{4,200})["'`]/gi,
    accepts: mayBeSecret,
  },
  {
    // The key that signs something: the algorithm, or what is signed, comes first.
    kind: "call_key",
    hints: ["reateHmac(", "reate_hmac(", "mac.New(", "hash_hmac("],
    pattern:
      /(?:createHmac|hmac\.New)\(\s{0,3}[\w."'`]{3,20}\s{0,3},\s{0,3}(?:\[\]byte\(|Buffer\.from\()?["'`](?<secret>[^"'`\s]{8,200})["'`]/g,
    accepts: mayBeSecret,
  },
  {
    kind: "call_key",
    hints: ["hmac.new("],
    pattern: /\bhmac\.new\(\s{0,3}b?["'](?<secret>[^"'\s]{8,200})["']/g,
    accepts: mayBeSecret,
  },
  {
    kind: "call_key",
    hints: ["jwt.", "JWT.", "JWT::", "token.sign("],
    pattern:
      /\b(?:jwt|JWT|jsonwebtoken)(?:\.|::)(?:sign|verify|encode|decode)\([^\n]{1,200}?[\w})\]]\s{0,2},\s{0,3}["'`](?<secret>[^"'`\s]{8,200})["'`](?=\s{0,3}[,)])/g,
    accepts: mayBeSecret,
  },
  {
    // After one argument: what is signed or encrypted.
    kind: "call_key",
    hints: ["signWith(", "hash_hmac(", "crypt(", "erify("],
    pattern:
      /\b(?:signWith|hash_hmac\(\s{0,2}["'][\w-]{2,20}["']\s{0,2},\s{0,2}[$\w>.()-]{1,60},|CryptoJS\.\w{2,12}\.(?:en|de)crypt)\(?\s{0,3}(?:[$\w.()[\]]{1,80},\s{0,3})?["'`](?<secret>[^"'`\s]{8,200})["'`]/g,
    accepts: mayBeSecret,
  },
  {
    // The key of an account of a chain.
    kind: "call_key",
    hints: ["Wallet(", "accounts", "rivateKey("],
    pattern:
      /(?:\bWallet\(|\baccounts["']?\s{0,2}:\s{0,2}\[|\b(?:from)?[pP]rivateKey\w{0,20}\()\s{0,3}["'`](?<secret>(?:0x)?[0-9a-f]{64})["'`]/g,
    accepts: mayBeSecret,
  },
  {
    // The second argument, after the number of an account.
    kind: "call_key",
    hints: ["'AC", '"AC'],
    pattern: /["']AC[0-9a-f]{32}["'],\s{0,4}["'](?<secret>[0-9a-f]{32})["']/g,
  },
  {
    // A key that is decoded where it is used.
    kind: "call_key",
    hints: [
      "fromhex(",
      "Buffer.from(",
      "DecodeString(",
      "unhexlify(",
      "b64decode(",
      "CookieStore(",
    ],
    pattern:
      /(?:\b(?!\w{0,40}(?:public|PUBLIC|Public))\w{0,40}(?:key|KEY|Key|secret|SECRET|Secret)\s{0,4}(?::?=|:)\s{0,4}(?:bytes\.fromhex|Buffer\.from|hex\.DecodeString|(?:binascii\.)?unhexlify|(?:base64\.)?b64decode)\(|\bNewCookieStore\((?:\[\]byte\()?)\s{0,3}["'](?<secret>[\w+/=-]{24,512})["']/g,
    accepts: (value) => isKeyLike(value) && mayBeSecret(value),
  },
  {
    // A type or a part of a program that contains nothing but secrets.
    kind: "call_key",
    hints: ["Secret", "cookieParser("],
    pattern:
      /\b(?:Secret(?:Str|String|Bytes|Value|Box)?(?:(?:::|\.)(?:new|from|unsafePlainText|plainText))?|cookieParser)\(\s{0,3}["'`](?<secret>[^"'`\s]{8,512})["'`]/g,
    accepts: (value) => mayBeSecret(value) && (isKeyLike(value) || looksInvented(value)),
  },
  {
    // The salts of WordPress.
    kind: "call_key",
    hints: ["_KEY'", "_SALT'", '_KEY"', '_SALT"'],
    pattern:
      /define\(\s{0,3}["'](?:AUTH|SECURE_AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)["'],\s{0,20}(?<quote>["'])(?<secret>[^\n]{40,100}?)\k<quote>\s{0,3}\)/g,
    accepts: (value) => !/put your unique phrase/i.test(value),
  },
  {
    kind: "call_password",
    hints: ["WiFi.begin("],
    pattern: /\bWiFi\.begin\(\s{0,3}["\w][^",\n]{0,40}"?\s{0,2},\s{0,3}"(?<secret>[^"\n]{8,63})"/g,
    accepts: mayBeSecret,
  },
  {
    // The third argument of a connection, after the place and the user.
    kind: "call_password",
    hints: [
      "PDO(",
      "mysqli",
      "getConnection(",
      "pymysql.",
      "MySQLdb.",
      "Sequelize(",
      "DBI->connect(",
    ],
    pattern:
      /(?:\bPDO|\bmysqli(?:_connect)?|\bgetConnection|\b(?:pymysql|MySQLdb)\.connect|\bSequelize|\bDBI->connect)\(\s{0,3}(?:["'][^"'\n]{1,200}["']|[\w$>.-]{1,60})\s{0,2},\s{0,3}["'][^"'\s]{1,64}["']\s{0,2},\s{0,3}["'](?<secret>[^"'\n]{4,200})["']/g,
    accepts: mayBeSecret,
  },
  {
    // The last of the arguments of a connection with a port.
    kind: "call_password",
    hints: [".connect("],
    pattern:
      /\.connect\(\s{0,3}["'\w][^"'\n,()]{0,80}["']?,\s{0,3}\d{2,5},\s{0,3}["'][\w.@-]{1,64}["'],\s{0,3}["'](?<secret>[^"'\s]{4,128})["']/g,
    accepts: mayBeSecret,
  },
  {
    // A property that is named for its password.
    kind: "call_password",
    hints: ["assword', '", 'assword", "', "asswd', '", 'asswd", "'],
    pattern:
      /\b(?:put|set\w{0,20}|fill|type|addProperty|define)\(\s{0,3}["'][\w.#-]{0,60}passw(?:or)?d["'],\s{0,3}["'](?<secret>[^"'\s]{6,128})["']/gi,
    accepts: (value) => looksChosen(value) || mayBeSecret(value),
  },
  {
    kind: "call_password",
    hints: ["ConvertTo-SecureString"],
    pattern: /ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["'](?<secret>[^"'\n]{4,200})["']/g,
    accepts: mayBeSecret,
  },
]);
