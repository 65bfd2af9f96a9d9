// The capabilities of an MCP server: its tools with what is trusted and held of them, and what is switched off.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asText } from '../../../../schemas/values/json.ts'
import { toolDigest } from '../../../mcp/catalogue/tool-digest.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { McpSources, ProbedServer } from '../../resources/mcp/probe-server.ts'
import { readPins } from '../../resources/mcp/stored-pins.ts'
import { isSwitchedOn, showSwitchedOff } from '../../resources/mcp/switch-capabilities.ts'
import type { ListedMcpServer } from './list-mcp-servers.ts'

type Context = Pick<ControlSources, 'hash' | 'gateway' | 'replica'> & McpSources

/** What a server says of itself, as far as it can be asked. */
export async function probeOf(
  slug: string,
  { mcp }: McpSources,
  fresh: boolean,
): Promise<ProbedServer | Failure> {
  const server = mcp?.server(slug)
  if (mcp === undefined || server === undefined)
    return failure('not_implemented', 'This process calls no MCP servers, so it cannot query them.')
  return await mcp.probe(server, fresh)
}

export async function showCapabilities(
  { slug, saved }: ListedMcpServer,
  context: Context,
  fresh: boolean,
): Promise<readonly JsonObject[] | Failure> {
  const probed = await probeOf(slug, context, fresh)
  if (isFailure(probed)) return probed
  const { trusted, held } = context.mcp?.pins?.of(slug) ?? readPins(context.replica, slug)
  const pinned = context.gateway.mcp?.servers[slug]?.pinned ?? {}
  const off = saved?.off ?? {}
  const isOn = isSwitchedOn(off, {})
  const known = new Set<string>()
  const tools = probed.tools.flatMap((tool): readonly JsonObject[] => {
    const name = asText(tool['name'])
    if (name === undefined) return []
    known.add(`tool:${name}`)
    const digest = toolDigest(tool, context.hash)
    const approved = pinned[name] ?? trusted[name]
    const isHeld = held[name] === digest || (approved !== undefined && approved !== digest)
    return [
      {
        name,
        type: 'tool',
        enabled: isOn('tool', name),
        status: isHeld ? 'held' : 'trusted',
        digest,
        ...(isHeld && { approved_digest: approved ?? null }),
        description: (asText(tool['description']) ?? null) satisfies Json,
      },
    ]
  })
  // What is switched off for somebody, or is none of its tools.
  const others = showSwitchedOff(off).filter(
    ({ type, name, user_id, api_key_id }) =>
      user_id !== null || api_key_id !== null || !known.has(`${String(type)}:${String(name)}`),
  )
  return [...tools, ...others]
}
