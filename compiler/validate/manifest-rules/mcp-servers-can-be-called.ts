// MCP servers have URLs that can be called, and their secrets are references that may go there.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { MCP_ADDRESS } from '../../facts/server-address.ts'
import { originOf } from '../../lower/origin.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { type UpstreamKind, validateServerHeaders, validateServerUrl } from '../services/upstream-server.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** A slug is part of a path and of names of tools. */
const MCP_SLUG = /^[a-z0-9][a-z0-9_-]{0,49}$/
/** Addresses of the gateway's own. */
const RESERVED: ReadonlySet<string> = new Set(['v', 'portolan', 'connect', 'callback'])

const MCP_KIND: UpstreamKind = {
  ...MCP_ADDRESS,
  noun: 'MCP server',
  urlCode: 'malformed-mcp-url',
  example: 'authorization: Bearer ${env:MCP_TOKEN}',
}

export const mcpServersCanBeCalled: ManifestRule = (context, report) => {
  const mcp = ownProperty(context.manifest, 'mcp')
  for (const [group, named] of [
    ['servers', ownProperty(mcp, 'servers')],
    ['virtual', ownProperty(mcp, 'virtual')],
  ] as const)
    for (const [slug, value] of Object.entries(isJsonObject(named) ? named : {})) {
      const pointer = childPointer(`/mcp/${group}`, slug)
      if (!MCP_SLUG.test(slug) || RESERVED.has(slug))
        report('malformed-slug', { key: pointer }, malformed(slug))
      if (group !== 'servers' || !isJsonObject(value)) continue
      const url = ownProperty(value, 'url')
      validateServerUrl(context, MCP_KIND, url, childPointer(pointer, 'url'), report)
      if (ownProperty(value, 'command') !== undefined)
        report('unsupported-setting', { key: childPointer(pointer, 'command') }, NO_PROCESSES)
      const origin = typeof url === 'string' ? originOf(url) : undefined
      validateServerHeaders(
        context,
        MCP_KIND,
        ownProperty(value, 'headers'),
        origin === undefined ? [] : [origin],
        childPointer(pointer, 'headers'),
        report,
      )
    }
}

const NO_PROCESSES =
  '"command" is not supported: the gateway starts no processes. Run the server behind an adapter of stdio to HTTP, and name its URL.'

const malformed = (slug: string): string =>
  RESERVED.has(slug)
    ? `${quoteName(slug)} is an address of the gateway's own.`
    : `${quoteName(slug)} is not the name of an MCP server: it must start with a lower-case letter or digit and contain only lower-case letters, digits, hyphens and underscores, at most 50.`
