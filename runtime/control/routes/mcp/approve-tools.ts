// Approves definitions of tools that are held. The process that has seen them writes them down in the background, so what is shown as
// held may not be in the store yet.
import type { McpToolApproval } from '../../../../schemas/generated/control-types.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { McpSources } from '../../resources/mcp/probe-server.ts'
import { MCP_TOOLS, readPins, toStoredPins } from '../../resources/mcp/stored-pins.ts'
import type { ListedMcpServer } from './list-mcp-servers.ts'
import { showCapabilities } from './show-capabilities.ts'

type Context = Pick<ControlSources, 'clock' | 'randomId' | 'hash' | 'gateway' | 'store' | 'replica'> &
  McpSources

type Approved = McpToolApproval['tools'][number]

/** Times that an approval is tried beside those who write down what they have seen. */
const MAX_TRIES = 3

/**
 * The revision of the approval, undefined where it is the process that remembers it; a conflict where one of the definitions is not
 * held.
 */
export async function approveTools(
  server: ListedMcpServer,
  tools: readonly Approved[],
  request: ApiRequest,
  context: Context,
): Promise<number | undefined | Failure> {
  const unknown = await findUnheld(server, tools, context)
  if (unknown !== undefined)
    return failure(
      'conflict',
      `The tool ${quoted(unknown.name)} is not held with this definition: read the capabilities again.`,
      { param: 'tools' },
    )
  const { pins } = context.mcp ?? {}
  if (pins !== undefined) {
    pins.approve(server.slug, tools)
    return undefined
  }
  for (let tries = 1; ; tries += 1) {
    const written = await writeApproval(server, tools, request, context)
    if (!isFailure(written) || written.code !== 'conflict' || tries === MAX_TRIES) return written
  }
}

async function findUnheld(
  server: ListedMcpServer,
  tools: readonly Approved[],
  context: Context,
): Promise<Approved | undefined> {
  const { held } = context.mcp?.pins?.of(server.slug) ?? readPins(context.replica, server.slug)
  const unknown = tools.filter(({ name, digest }) => !(Object.hasOwn(held, name) && held[name] === digest))
  if (unknown.length === 0) return undefined
  const shown = await showCapabilities(server, context, false)
  return unknown.find(
    ({ name, digest }) =>
      isFailure(shown) ||
      !shown.some(each => each['name'] === name && each['digest'] === digest && each['status'] === 'held'),
  )
}

async function writeApproval(
  { slug, workspace }: ListedMcpServer,
  tools: readonly Approved[],
  request: ApiRequest,
  context: Context,
): Promise<number | Failure> {
  const { revision, trusted, held } = readPins(context.replica, slug)
  const approved = new Map(tools.map(({ name, digest }) => [name, digest]))
  const after = {
    trusted: { ...trusted, ...Object.fromEntries(approved) },
    held: Object.fromEntries(Object.entries(held).filter(([name]) => !approved.has(name))),
  }
  return await commitChange(context, request, {
    action: 'approve',
    resource: MCP_SERVER,
    id: slug,
    workspace: workspace ?? null,
    before: { trusted, held },
    after,
    writes: [{ kind: MCP_TOOLS, id: slug, value: toStoredPins(after), expects: revision ?? 'absent' }],
  })
}
