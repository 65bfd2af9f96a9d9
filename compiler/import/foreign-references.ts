// References to variables of the environment as other programs write them, and keys in clear text, which are never copied.
import { isObject, type Json } from '../../schemas/values/json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { mightBeSecretName } from '../diagnostics/secret-names.ts'
import type { ImportContext } from './import-context.ts'

/** `os.environ/NAME`, `env.NAME`, `$NAME`, `${NAME}` and `{{ NAME }}`. */
const FORMS: readonly RegExp[] = [
  /^os\.environ\/([A-Za-z_]\w*)$/,
  /^env\.([A-Za-z_]\w*)$/,
  /^\$([A-Za-z_]\w*)$/,
  /^\$\{(?:env:)?([A-Za-z_]\w*)(?::-?[^{}]*)?\}$/,
  /^\{\{\s*(?:env\.)?([A-Za-z_]\w*)\s*\}\}$/,
]

/** The name of the variable that a value refers to as a whole. */
export function variableOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  for (const form of FORMS) {
    const name = form.exec(value.trim())?.[1]
    if (name !== undefined) return name
  }
  return undefined
}

/** Keys of servers that need none: a client library insists on a value. */
const NO_KEY =
  /^(?:|none|null|n\/?a|no|no[-_ ]?key(?:[-_ ].*)?|not[-_ ]?(?:needed|used|required|real|a[-_]key)|empty|dummy.*|fake.*|any(?:thing)?|ignored?|unused|ollama|vllm|local|lm-?studio|sk-(?:none|dummy|fake|local|no-?key|not-?needed|xxx+|1234|placeholder|anything)|x+|placeholder|test|bearer|token|-+)$/i

export const isNoKey = (value: Json | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && NO_KEY.test(value.trim()))

/** `Azure key 2` as AZURE_KEY_2. */
export const variableName = (...words: readonly string[]): string =>
  words
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, 'KEY_')
    .replaceAll(/^_+|_+$/g, '')

/**
 * A secret as a reference: the variable that the source names, or one named after `fallback` for a key in clear text, which is
 * reported without its value. Undefined for a value that is not a key.
 */
export function readSecret(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  fallback: string,
): string | undefined {
  const variable = variableOf(value)
  if (variable !== undefined) return `\${env:${variable}}`
  if (isNoKey(value)) return undefined
  const name = context.secrets.nameOf(fallback, String(value))
  reportKey(context, at, name)
  return `\${env:${name}}`
}

/** A service account as a reference to its file or variable; `variable` is named for one that is not to be copied. */
export function readAccount(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  variable: string,
): string {
  const named = variableOf(value)
  if (named !== undefined) return `\${env:${named}}`
  if (typeof value === 'string' && value.startsWith('/')) return `\${file:${value}}`
  context.report(
    isObject(value) || (typeof value === 'string' && value.includes('{'))
      ? 'import-literal-key'
      : 'import-approximated',
    at,
    `The account was not copied. Set its JSON as ${variable} in the environment of the gateway, or name its file by an absolute path: \${file:/path}.`,
  )
  return `\${env:${variable}}`
}

/** Reports a key in clear text, whose variable has this name. */
export const reportKey = (context: ImportContext, at: Pointer, name: string): void =>
  context.report(
    'import-literal-key',
    at,
    `The key in clear text was not copied. Set it as ${name} in the environment of the gateway, and replace it at its provider, since it is in a file.`,
  )

/** An address without its credentials, which are reported. `instead`: where they belong. */
export function withoutCredentials(
  context: ImportContext,
  address: string,
  at: Pointer,
  instead = 'An address holds no secrets: set api_key of the provider to a reference.',
): string {
  if (!/[@?]/.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  const parameters = [...url.searchParams.keys()].filter(mightBeSecretName)
  if (url.username === '' && url.password === '' && parameters.length === 0) return address
  context.report(
    'import-literal-key',
    at,
    `The credential in the address was not copied. ${instead} Replace it at its server, since it is in a file.`,
  )
  const query = address
    .replace(/^[^?]*/, '')
    .replace(/#.*$/s, '')
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !mightBeSecretName(decodeName(part)))
    .join('&')
  return `${address.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1')}${query === '' ? '' : `?${query}`}`
}

/** The address of a provider: without credentials, and without a query, since paths are appended to it. */
export function hostAddress(context: ImportContext, address: string, at: Pointer): string {
  const text = withoutCredentials(context, address, at)
  const bare = text.replace(/[?#].*$/s, '')
  if (bare !== text && URL.canParse(text))
    context.report(
      'import-approximated',
      at,
      'The query of the address was left out, since paths are appended to it. A version of Azure is api_version of the provider.',
    )
  return URL.canParse(text) ? bare : text
}

const decodeName = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? ''

/** References within a string: `Bearer $TOKEN`, `Bearer os.environ/TOKEN`, `Bearer env.TOKEN`. */
const WITHIN =
  /os\.environ\/([A-Za-z_]\w*)|\$\{(?:env:)?([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)|\benv\.([A-Za-z_]\w*)/g

/** Headers that hold no secrets, whatever their values are. */
const PLAIN_HEADER = /^(?:accept|content-type|user-agent|x-(?:client|app|service)-.*|mcp-protocol-version)$/i

/** The value of a header with its references, or one reference in place of a key in clear text, which is reported. */
export function readHeader(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  fallback: string,
): string | undefined {
  if (typeof value !== 'string') return readSecret(context, value, at, fallback)
  const name = at.slice(at.lastIndexOf('/') + 1)
  const text = value.replaceAll(
    WITHIN,
    (_, ...names: readonly unknown[]) =>
      `\${env:${names.slice(0, 4).find(each => typeof each === 'string') as string}}`,
  )
  if (text !== value || PLAIN_HEADER.test(name)) return text
  const scheme = /^(Bearer|Basic|Token)\s+/i.exec(value)?.[0] ?? ''
  const secret = readSecret(context, value.slice(scheme.length), at, fallback)
  return secret === undefined ? undefined : `${scheme}${secret}`
}

export interface KnownVariables {
  /** Values that the source itself gives to variables. */
  readonly variables?: Readonly<Record<string, Json>>
}

/**
 * A setting that is not secret: as it is written, or the value of the variable that it refers to. A variable without a value is
 * reported, and `placeholder` is used.
 */
export function readSetting(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  placeholder: (variable: string) => string,
  { variables = {} }: KnownVariables = {},
): string | undefined {
  const variable = variableOf(value)
  if (variable === undefined)
    return typeof value === 'string'
      ? hostAddress(context, value.trim(), at)
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : undefined
  const own = Object.hasOwn(variables, variable) ? variables[variable] : undefined
  const known = context.environment[variable] ?? (isObject(own) || own === null ? undefined : own)
  if (known !== undefined && known !== '' && !String(known).includes('@')) return String(known)
  const used = placeholder(variable)
  context.report(
    'import-needs-value',
    at,
    `The value of ${variable} is not known here, and only secrets may be references. "${used}" was written instead: replace it, or set ${variable} and import again.`,
  )
  return used
}

/** `AZURE_API_BASE` as the host azure-api-base.example.com, which no provider has. */
export const placeholderHost = (variable: string): string =>
  `https://${variable.toLowerCase().replaceAll('_', '-')}.example.com`

/** `MODEL_NAME` as model-name. */
export const placeholderName = (variable: string): string => variable.toLowerCase().replaceAll('_', '-')
