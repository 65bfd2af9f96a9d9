// Agents have cards and interfaces that can be called, secrets that may go there, and cards that say the URL of the gateway.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import { AGENT_ADDRESS } from '../../facts/server-address.ts'
import { agentOrigins } from '../../lower/agents.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { REFERENCE_SYNTAX } from '../secrets/secret-references.ts'
import { type UpstreamKind, validateServerHeaders, validateServerUrl } from '../services/upstream-server.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const AGENT_SLUG = /^[a-z0-9][a-z0-9_-]{0,49}$/

const AGENT_KIND: UpstreamKind = {
  noun: 'agent',
  urlCode: 'malformed-agent-url',
  ...AGENT_ADDRESS,
  example: 'authorization: Bearer ${env:AGENT_TOKEN}',
}

export const agentsCanBeCalled: ManifestRule = (context, report) => {
  const { manifest } = context
  const agents = ownProperty(manifest, 'agents')
  const named = Object.entries(isJsonObject(agents) ? agents : {})
  if (named.length > 0 && ownProperty(manifest, 'public_url') === undefined)
    report(
      'agents-without-public-url',
      { key: '/agents' },
      'Clients call the URL in the card of an agent, so "public_url" must be the URL under which they reach the gateway.',
    )
  for (const [slug, agent] of named) {
    const pointer = childPointer('/agents', slug)
    if (!AGENT_SLUG.test(slug))
      report(
        'malformed-slug',
        { key: pointer },
        `${quoteName(slug)} is not the name of an agent: it must start with a lower-case letter or digit and contain only lower-case letters, digits, hyphens and underscores, at most 50.`,
      )
    if (!isJsonObject(agent)) continue
    const card = ownProperty(agent, 'card_url')
    validateServerUrl(context, AGENT_KIND, card, childPointer(pointer, 'card_url'), report)
    const listed = ownProperty(agent, 'interfaces')
    const interfaces = isJsonArray(listed) ? listed : []
    for (const [index, each] of interfaces.entries()) {
      const at = childPointer(childPointer(childPointer(pointer, 'interfaces'), index), 'url')
      validateServerUrl(context, AGENT_KIND, ownProperty(each, 'url'), at, report)
    }
    validateInterfaces(agent, interfaces, childPointer(pointer, 'interfaces'), report)
    const urls = [card, ...interfaces.map(each => ownProperty(each, 'url'))].filter(
      url => typeof url === 'string',
    )
    const origins = agentOrigins(
      '',
      urls.map(url => ({ url })),
    )
    const headers = ownProperty(agent, 'headers')
    validateServerHeaders(context, AGENT_KIND, headers, origins, childPointer(pointer, 'headers'), report)
    const settings = ownProperty(agent, 'card')
    if (isJsonObject(settings)) validateCard(settings, childPointer(pointer, 'card'), report)
  }
}

/** Each binding and version is called at one place, and only versions that are served. */
function validateInterfaces(
  agent: JsonObject,
  interfaces: readonly Json[],
  pointer: Pointer,
  report: ReportAt,
): void {
  const seen = new Map<string, Pointer>()
  const versions = ownProperty(agent, 'versions')
  for (const [index, each] of interfaces.entries()) {
    const at = childPointer(pointer, index)
    const version = ownProperty(each, 'version') ?? '1.0'
    const name = `${ownProperty(each, 'binding') ?? 'JSONRPC'} ${version}`
    const earlier = seen.get(name)
    if (earlier !== undefined)
      report(
        'agent-without-effect',
        at,
        `The agent has two interfaces for ${name}; one of them is never called.`,
        {
          notes: [{ at: earlier, message: 'the first one' }],
        },
      )
    else seen.set(name, at)
    if (isJsonArray(versions) && !versions.includes(version))
      report(
        'agent-without-effect',
        at,
        `The interface for ${name} is never called, since "versions" leaves it out.`,
      )
  }
}

function validateCard(settings: JsonObject, pointer: Pointer, report: ReportAt): void {
  const { signing_key, signatures } = settings
  if (typeof signing_key === 'string' && parseSecretReference(signing_key) === undefined)
    report(
      'literal-secret',
      childPointer(pointer, 'signing_key'),
      '"signing_key" is a plain-text secret, or a malformed reference. Remove it from the file and use a reference.',
      { notes: [{ message: `${REFERENCE_SYNTAX.split(';')[0]}.` }] },
    )
  if (signing_key !== undefined && signatures !== undefined)
    report(
      'agent-without-effect',
      { key: childPointer(pointer, 'signatures') },
      '"signatures" has no effect, since cards are signed with "signing_key".',
    )
}
