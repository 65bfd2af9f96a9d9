// Rules about headers that a config sends or forwards.

import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { isList } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { arrayProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'

const SENDABLE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

/** Settings that are sent as headers are valid header values. */
export const headerValueCanBeSent: Rule = ({ nodes, catalog }, report) => {
  for (const node of nodes)
    for (const [name, value] of Object.entries(node.value)) {
      if (!catalog.settingNames.has(name)) continue
      const texts = (isList(value) ? value : [value]).filter(text => typeof text === 'string' && text !== '')
      if (texts.every(text => SENDABLE.test(String(text)))) continue
      const message = `"${name}" is sent as a header and must be printable ASCII without leading or trailing spaces.`
      report('malformed-header-value', childPointer(node.pointer, name), message)
    }
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

/** Entries of `forward_headers` are header names, distinct, and allowed to be forwarded to a provider. */
export const headerMayBeForwarded: Rule = ({ nodes, catalog, environment }, report) => {
  if (nodes.every(node => arrayProperty(node, 'forward_headers') === undefined)) return
  const prefix = environment.headerPrefix ?? manifestDefaults.header_prefix
  const credentials = catalog.providerNames.flatMap(name => catalog.provider(name)?.auth.name ?? [])
  for (const node of nodes) {
    const first = new Map<string, Pointer>()
    for (const [index, name] of arrayProperty(node, 'forward_headers')?.entries() ?? []) {
      const at = childPointer(childPointer(node.pointer, 'forward_headers'), index)
      if (typeof name !== 'string' || name === '') continue
      const lower = name.toLowerCase()
      const earlier = first.get(lower)
      if (!TOKEN.test(name)) {
        report(
          'malformed-header-name',
          at,
          `${quoteName(name)} is not a header name: it may contain letters, digits and hyphens.`,
        )
        continue
      }
      if (earlier !== undefined) {
        report('duplicate-header', at, `The header ${quoteName(name)} is listed twice.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
        continue
      }
      first.set(lower, at)
      const reason = forbiddenHeaderReason(lower, prefix, credentials)
      if (reason !== undefined)
        report('unforwardable-header', at, `${quoteName(name)} may not be forwarded: ${reason}.`)
    }
  }
}

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const BODY_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-type', 'accept-encoding'])

const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'proxy-authenticate',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
])

/** Cloud metadata services respond to any request with these headers, so clients must not be able to set them. */
const METADATA_HEADERS =
  /^(?:metadata(?:-flavor)?|x-aws-ec2-metadata-.+|x-google-metadata-request|x-identity-header|x-metadata-token)$/

/** Why a header (in lower case) may not be forwarded, as the end of a sentence; undefined if it may. */
function forbiddenHeaderReason(
  name: string,
  prefix: string,
  credentials: readonly string[],
): string | undefined {
  if (name.startsWith(prefix)) return 'it is read by the gateway'
  if (CONNECTION_HEADERS.has(name)) return 'it belongs to the connection'
  if (name === 'cookie' || name === 'set-cookie') return 'cookies are not passed on to providers'
  if (CREDENTIAL_HEADERS.has(name) || credentials.includes(name))
    return "it would replace the provider's credential"
  if (METADATA_HEADERS.test(name)) return 'it grants access to cloud metadata services'
  if (BODY_HEADERS.has(name)) return 'the gateway sets it for the body it sends'
  return undefined
}
