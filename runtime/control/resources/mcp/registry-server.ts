// A server of the MCP Registry (`server.json`) as an integration: its first remote that the gateway can call.
import type { McpIntegrationCreate } from '../../../../schemas/generated/control-types.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import { toSlug } from '../../core/choose-slug.ts'

export function readRegistryServer(value: unknown): Omit<McpIntegrationCreate, 'workspace_id'> | Failure {
  const document = asObject(value)
  // The registry wraps what publishers write.
  const server = document['server'] === undefined ? document : asObject(document['server'])
  const name = asText(server['name'])
  if (name === undefined) return invalid('"server.name" is missing.')
  const remotes = asList(server['remotes']).map(asObject)
  const remote = remotes.find(({ type }) => type === 'streamable-http')
  if (remote === undefined)
    return invalid(
      remotes.some(({ type }) => type === 'sse')
        ? `${quoted(name)} has remotes of the transport HTTP+SSE only, which is not supported.`
        : `${quoted(name)} has no remote, only packages: the gateway starts no processes (stdio). Run it behind HTTP, and create an integration with its URL.`,
    )
  const url = asText(remote['url']) ?? ''
  if (/\{[^}]*\}/.test(url))
    return invalid(
      `The URL of ${quoted(name)} has variables: create an integration with the URL that is meant.`,
    )
  const required = asList(remote['headers'])
    .map(asObject)
    .filter(({ isRequired }) => isRequired === true)
  const title = asText(server['title']) ?? name
  const description = asText(server['description'])
  return {
    name: title,
    slug: toSlug(name.split('/').at(-1) ?? name).slice(0, 50),
    ...(description !== undefined && { description }),
    url,
    // Its secrets are not part of the document: they are sent with an update.
    auth_type: required.length > 0 ? 'headers' : 'none',
  }
}

const invalid = (reason: string): Failure => failure('invalid_request', reason, { param: 'server' })
