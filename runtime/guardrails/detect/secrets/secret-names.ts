// Which names denote a secret, by which its value is one whatever its form, and which only may.
import { SECRET_PROPERTIES } from '../../../../compiler/diagnostics/secret-names.ts'

/** `certain`: any value is secret. `likely`: only a value that has the form of a key. */
export type NameStrength = 'certain' | 'likely'

const CERTAIN =
  /(?:api|access|secret|private|auth|signing|encryption|master|account|client|session|bearer|refresh|storage|webhook|subscription)[_.-]?(?:key|token|secret)s?(?:[_.-]?(?:id|base64))?$|passw(?:or)?d$|^pwd$|_pwd$|^passphrase$|_pass$|^(?:\w{1,20}_)?psk$|^passwort$|^kennwort$|^passcode$|^senha$|^secret$|_secret$|^token$|_token$|-token$|^credentials?$/i
const LIKELY =
  /(?:token|secret|passphrase|passcode|credential|cred|pwd|(?:^|[_.-])(?:auth|pat|dsn|pw))s?(?:[_.-]?(?:base64|value|string|hash))?$|[\w-](?:[_.-]key|Key|apikey|keys)$|(?:Auth|Pwd|Pass)$/i
/** Public values and counters. */
const PUBLIC =
  /public|publishable|key_?id$|keyid$|max_?tokens?|next_?page_?token|page_?token|next_?token|continuation_?token|sync_?token|csrf|xsrf|cancel/i
/** Keys of tables, caches and texts. */
const NO_SECRET_KEY =
  /(?:gpg|pgp|primary|foreign|partition|sort|cache|object|map|index|lookup|group|hash|site|row|store|dedup\w{0,8}|idempotency|translation|i18n|message|query|state|host|prev|start|end|cursor|range|bucket|s3|tracking|shared|config|data|param|attribute|registry|hot|short|arrow|verify|verification|pub|has|on|known|unique|sub|super|record|item|field|metric|feature|event|flag|widget|env|header|meta|property|secret_?name|token_?type)[_.-]?(?:key|token)s?$/i

const secretProperties: ReadonlySet<string> = new Set(SECRET_PROPERTIES)

/** Undefined for a name that denotes no secret. */
export function nameStrength(name: string): NameStrength | undefined {
  if (secretProperties.has(name.toLowerCase())) return 'certain'
  if (PUBLIC.test(name)) return undefined
  if (CERTAIN.test(name)) return 'certain'
  return LIKELY.test(name) && !NO_SECRET_KEY.test(name) ? 'likely' : undefined
}

/** Whether the secret of a name is a password. */
export const isPasswordName = (name: string): boolean => /pass|pwd|kennwort|senha|[^ -~]/i.test(name)
