// Requests to an entry: sent to the server that they concern, under its own names, if the caller may use what they
// name.
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { Exchange, ServerRequest } from '../messages/exchange.ts'
import { fault, INVALID_PARAMS, methodNotFound, RESOURCE_NOT_FOUND } from '../messages/fault.ts'
import type { RpcFault, RpcOutcome } from '../messages/message.ts'
import { paramHeaderFault, paramHeadersOf } from '../messages/mirrored-headers.ts'
import type { EntrySession } from './entry-session.ts'
import { LISTS, listCapabilities } from './list-capabilities.ts'
import { type Located, locate } from './locate-capability.ts'
import type { CapabilityKind } from './mcp-server.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

export type ServeEntry = (
  request: ServerRequest,
  session: EntrySession,
  exchange: Exchange,
) => Promise<RpcOutcome>

/** What a method uses, and the parameter that names it. */
const USES: Readonly<Record<string, readonly [kind: CapabilityKind, parameter: string]>> = {
  'tools/call': ['tool', 'name'],
  'prompts/get': ['prompt', 'name'],
  'resources/read': ['resource', 'uri'],
  'resources/subscribe': ['resource', 'uri'],
  'resources/unsubscribe': ['resource', 'uri'],
}

/** Methods that concern what the client has already: the handle of a task that a call of its own began. */
const OF_ONE_SERVER = /^(?:tasks\/(?:get|update|result|cancel)|logging\/setLevel)$/

export function linkEntries(catalogue: ToolCatalogue): ServeEntry {
  return async (request, session, exchange) => {
    const { method, params } = request
    const list = Object.hasOwn(LISTS, method) ? LISTS[method] : undefined
    if (list !== undefined) return await listCapabilities(list, request, session, exchange, catalogue)
    const use = Object.hasOwn(USES, method) ? USES[method] : undefined
    if (use !== undefined) {
      const [kind, parameter] = use
      const shown = asText(params[parameter])
      if (shown === undefined)
        return { fault: fault(INVALID_PARAMS, `"params.${parameter}" must be a string.`) }
      const rename = (name: string): JsonObject => ({ ...params, [parameter]: name })
      return await useFirst(
        kind,
        shown,
        locate(session.entry, session, kind, shown),
        request,
        session,
        exchange,
        rename,
        catalogue,
      )
    }
    if (method === 'completion/complete') return await complete(request, session, exchange, catalogue)
    const [only] = session.entry.members
    if (only === undefined || !OF_ONE_SERVER.test(method)) return methodNotFound(method)
    if (session.entry.virtual === undefined) {
      session.onTarget(only.server.slug, undefined)
      return await session.linkOf(only.server).send(request, exchange)
    }
    if (method !== 'logging/setLevel') return methodNotFound(method)
    await Promise.all(
      session.entry.members.map(({ server }) => session.linkOf(server).send(request, exchange)),
    )
    return { result: {} }
  }
}

async function complete(
  request: ServerRequest,
  session: EntrySession,
  exchange: Exchange,
  catalogue: ToolCatalogue,
): Promise<RpcOutcome> {
  const reference = asObject(request.params['ref'])
  const [kind, parameter]: readonly [CapabilityKind, string] =
    reference['type'] === 'ref/resource' ? ['resource', 'uri'] : ['prompt', 'name']
  const shown = asText(reference[parameter])
  if (shown === undefined)
    return { fault: fault(INVALID_PARAMS, `"params.ref.${parameter}" must be a string.`) }
  const rename = (name: string): JsonObject => ({
    ...request.params,
    ref: { ...reference, [parameter]: name },
  })
  return await useFirst(
    kind,
    shown,
    locate(session.entry, session, kind, shown),
    request,
    session,
    exchange,
    rename,
    catalogue,
  )
}

/** Uses the first server that has it: only resources may be those of several. */
async function useFirst(
  kind: CapabilityKind,
  shown: string,
  candidates: readonly Located[],
  request: ServerRequest,
  session: EntrySession,
  exchange: Exchange,
  rename: (name: string) => JsonObject,
  catalogue: ToolCatalogue,
): Promise<RpcOutcome> {
  let last: RpcOutcome | undefined
  for (const { member, name } of candidates) {
    const { server } = member
    session.onTarget(server.slug, kind === 'tool' ? name : undefined)
    const link = session.linkOf(server)
    const own = { ...request, params: rename(name) }
    const passed = { server: server.slug, content: contentOf(request), beside: besideContent(request) }
    const paramsFor = (content: JsonObject | undefined): JsonObject =>
      content === undefined ? own.params : withContent(request.method, own.params, content)
    if (request.method !== 'tools/call') {
      const outcome = await session.pass(passed, content =>
        link.send({ ...own, params: paramsFor(content) }, exchange),
      )
      if (kind !== 'resource' || !isMissing(outcome)) return outcome
      last = outcome
      continue
    }
    const isLegacyClient = request.client.revision !== undefined
    const known =
      server.pins === 'off' && !isLegacyClient
        ? undefined
        : await catalogue.find(server, session.subject, name, link)
    if (known !== undefined && 'code' in known) return { fault: known }
    if (known === undefined && server.pins !== 'off') continue
    const mismatch = isLegacyClient
      ? undefined
      : known && paramHeaderFault(known.headers, own.params['arguments'], own.paramHeaders)
    if (mismatch !== undefined) return { fault: mismatch }
    return await session.pass({ ...passed, tool: name }, content => {
      const params = paramsFor(content)
      // A modern client has sent them itself; those of arguments that a guard has rewritten repeat what it made of them.
      const paramHeaders =
        known && (isLegacyClient || content !== undefined)
          ? paramHeadersOf(known.headers, params['arguments'])
          : own.paramHeaders
      return link.send({ ...own, params, paramHeaders }, exchange)
    })
  }
  return last ?? { fault: unavailable(kind, shown) }
}

/** Entries of `_meta` that identify a request, or whose names the protocol reserves. */
const UNREAD_META = /^(?:progressToken|traceparent|tracestate|io\.modelcontextprotocol\/.*)$/

/** What guards read of a request and may rewrite: its arguments, or what is to be completed. */
const contentOf = ({ method, params: { argument, context, arguments: args } }: ServerRequest): JsonObject =>
  method === 'completion/complete'
    ? { ...(argument !== undefined && { argument }), ...(context !== undefined && { context }) }
    : asObject(args)

/** What they only read: the URI of a resource, and what a client adds. */
function besideContent({ params }: ServerRequest): readonly string[] {
  const meta = Object.entries(asObject(params['_meta'])).filter(([name]) => !UNREAD_META.test(name))
  return [
    ...(typeof params['uri'] === 'string' ? [params['uri']] : []),
    ...(meta.length === 0 ? [] : [JSON.stringify(Object.fromEntries(meta))]),
  ]
}

/** The parameters with content that guards have rewritten. */
const withContent = (method: string, params: JsonObject, content: JsonObject): JsonObject =>
  method === 'completion/complete' ? { ...params, ...content } : { ...params, arguments: content }

const isMissing = (outcome: RpcOutcome): boolean =>
  'fault' in outcome && (outcome.fault.code === RESOURCE_NOT_FOUND || outcome.fault.code === INVALID_PARAMS)

/** The same for what does not exist and for what may not be used. */
const unavailable = (kind: CapabilityKind, name: string): RpcFault =>
  fault(
    kind === 'resource' ? RESOURCE_NOT_FOUND : INVALID_PARAMS,
    kind === 'tool'
      ? `Unknown tool: ${JSON.stringify(name.slice(0, 128))}. It does not exist, is switched off here, or its definition has changed and waits for approval.`
      : `Unknown ${kind}: ${JSON.stringify(name.slice(0, 512))}. It does not exist, or is switched off here.`,
  )
