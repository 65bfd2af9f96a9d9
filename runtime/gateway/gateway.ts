// Request handling independent of HTTP. A request is admitted by its head. Requests other than model calls are answered by their
// service; a model call goes through the steps below in order, each at most once, and is served by the route of its config. Pure:
// requests and replies are values; clock, randomness and network are ports.
import { plainNames } from '../../compiler/facts/known-models.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { linkTracePropagation } from '../link/call/propagate-trace.ts'
import { hasProvider } from '../link/target/binding.ts'
import { unknownPrompt } from '../prompts/unknown-prompt.ts'
import { SCAN_STEP, scanLarge } from '../values/body/scan-in-turns.ts'
import { type Call, type CallRecord, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import type { Failure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import { linkAdmission } from './admit-request.ts'
import { linkDefaults } from './call-defaults.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { GatewayRequest, type RequestStep } from './gateway-request.ts'
import { callFacts, reserveHead, serveLimited } from './limit-call.ts'
import { linkModelRoutes } from './model-routes.ts'
import { linkReading } from './read-request.ts'
import type { AdmittedRequest, Gateway, HandleOptions } from './request.ts'
import { routeWithin } from './request-deadline.ts'
import { callerSpanOf, ignoredTrace } from './request-options.ts'
import { linkResolver, noteOverruled } from './resolve-config.ts'
import { linkResourceServer } from './resource-server.ts'
import { linkTargetNames } from './target-names.ts'
import { userIdentity } from './user-identity.ts'

export function createGateway(bundle: Bundle, given: GatewayParts): Gateway {
  const { gateway, ports, features } = given
  const propagateTrace = linkTracePropagation(gateway, ports)
  const parts: GatewayParts = propagateTrace === undefined ? given : { ...given, propagateTrace }
  const prefix = gateway.headerPrefix
  const names = linkTargetNames(bundle, parts)
  const servers = {
    models: linkModelRoutes(parts),
    mcp: features.linkMcp?.(parts),
    agents: features.linkAgents?.(parts),
  }
  const plain = mayBePlain(gateway) ? plainNames(gateway, parts.catalog).served : undefined
  const { keys } = parts.stored
  const admit = linkAdmission(gateway, ports, parts.control, keys, servers, names.ofOptions, plain)
  const { resolveConfig, resolveDefaults } = linkResolver(bundle, parts)
  const { readMetadata, readBody } = linkReading(gateway, ports.hash, (name, workspace) => {
    const slug = names.providerSlug(name, workspace)
    return hasProvider(slug, workspace, { ...parts, gateway }) ? slug : undefined
  })
  const nameTargets: RequestStep = request => {
    const { requestOptions, caller } = request
    const options = names.ofOptions(requestOptions.options, caller.workspace)
    if (options !== requestOptions.options) request.requestOptions = { ...requestOptions, options }
    return undefined
  }
  const readChat: RequestStep = request => nameTargets(request) ?? readMetadata(request) ?? readBody(request)
  const prompts = features.linkPrompts?.(gateway, readChat, ports)
  const steps: readonly RequestStep[] = [
    scanLargeBody(ports),
    nameTargets,
    readMetadata,
    resolveConfig,
    readBody,
    ...(mayHaveDefaults(parts) ? [linkDefaults(resolveDefaults, gateway.limits.json_values)] : []),
    ...(prompts === undefined ? [] : [prompts.applyConfigPrompt]),
    noteOverruled(prefix),
  ]
  const { denialStatus } = gateway
  const served =
    denialStatus === undefined ? linkServing(parts) : withDenials(denialStatus, linkServing(parts))
  const serve = gateway.spelling === 'peer' ? withPeerWords(served) : served
  /** Takes a request through the steps from one on, and then serves it. */
  const pass = (request: GatewayRequest, from: number): Promise<Reply> => {
    for (let index = from; index < steps.length; index += 1) {
      const outcome = steps[index]?.(request)
      if (outcome === undefined) continue
      if (outcome instanceof Promise)
        return outcome.then(refused => (refused === undefined ? pass(request, index + 1) : refuse(refused)))
      return refuse(outcome)
    }
    return serve(request)
  }
  const passAll = (request: GatewayRequest): Promise<Reply> => pass(request, 0)
  const serveAdmitted = (
    admitted: AdmittedRequest,
    bytes: Uint8Array,
    cancellation: Cancellation,
    arrival: HandleOptions,
    outcome: GatewayRequest['outcome'],
  ): Promise<Reply> => {
    const { service } = admitted
    const request = new GatewayRequest(admitted, bytes, cancellation, arrival, outcome)
    if (service === undefined) return pass(request, 0)
    // The call of a prompt becomes a chat, which is tagged in its steps.
    const becomesChat = service.of === 'prompts' && service.call.action !== 'render'
    const refused = becomesChat ? undefined : readMetadata(request)
    if (refused !== undefined) return refuse(refused)
    if (service.of !== 'prompts') return service.handle(bytes, { cancellation, record: outcome.record })
    return prompts === undefined
      ? refuse(unknownPrompt(service.call.id, []))
      : prompts.serve(request, service.call, passAll)
  }
  const begin: Gateway['begin'] = (admitted, bytes, cancellation, arrival = NO_ARRIVAL) => {
    const record: CallRecord = { attempts: [], createReplyReader: features.createReplyReader }
    const ignored = ignoredTrace(admitted.requestOptions.traceId, admitted.trace, prefix)
    if (ignored !== undefined) record.ignored = ignored
    const { session } = admitted.requestOptions
    if (session !== undefined) record.session = userIdentity(session, ports.hash)
    const outcome = { config: undefined, model: undefined, stream: false, record }
    return { outcome, reply: serveAdmitted(admitted, bytes, cancellation, arrival, outcome) }
  }
  const handle: Gateway['handle'] = async (...request) => {
    const { outcome, reply } = begin(...request)
    const arrived = await reply
    if (arrived.providerError === undefined) return { reply: arrived, ...outcome }
    const { inClientDialect } = await import('../wire/error-kind.ts')
    const [{ endpoint, head }] = request
    return { reply: inClientDialect(arrived, endpoint, head.headers), ...outcome }
  }
  return {
    ...{ admit, begin, handle, limits: parts.limits, stored: names.stored },
    reserveHead: admitted => reserveHead(parts.limits, admitted),
    resourceServer: linkResourceServer(gateway),
  }
}

const NO_ARRIVAL: HandleOptions = {}

const refuse = (reason: Failure): Promise<Reply> => Promise.resolve(failureReply(reason))

/** Whether a caller has defaults or aliases; that of a key of the store is not known yet. */
const mayHaveDefaults = ({ gateway, stored }: GatewayParts): boolean =>
  stored.keys !== undefined ||
  mayBePlain(gateway) ||
  [gateway, ...gateway.apiKeys].some(
    ({ defaults, aliases, aliasPatterns }) =>
      defaults !== undefined || (aliases ?? aliasPatterns) !== undefined,
  )

const mayBePlain = (gateway: GatewayParts['gateway']): boolean =>
  [gateway, ...gateway.apiKeys].some(each => each.plainNames === true)

/** The fields of a large body are found in turns, in which other requests are served. */
const scanLargeBody =
  ({ nextTurn }: Pick<Ports, 'nextTurn'>): RequestStep =>
  request =>
    request.bytes.length <= SCAN_STEP
      ? undefined
      : scanLarge(request.bytes, action => nextTurn(action, request.caller.id)).then(scanned => {
          request.scanned = scanned
          return undefined
        })

/** Clients get denials of guards with a status of the manifest. Routes have seen the usual one. */
const withDenials =
  (status: number, serve: (request: GatewayRequest) => Promise<Reply>) =>
  async (request: GatewayRequest): Promise<Reply> => {
    const reply = await serve(request)
    return reply.failure?.code === 'guardrail_denied' ? { ...reply, status } : reply
  }

/** Failures name properties as clients of the peer write them. */
const withPeerWords =
  (serve: (request: GatewayRequest) => Promise<Reply>) =>
  async (request: GatewayRequest): Promise<Reply> => {
    const reply = await serve(request)
    return reply.failure === undefined ? reply : (await import('./peer-words.ts')).inPeerWords(reply)
  }

/** Serves a request by the route of its config: under the limits that concern it, and within its deadline. */
function linkServing(parts: GatewayParts): (request: GatewayRequest) => Promise<Reply> {
  const { gateway, limits, ports, propagateTrace } = parts
  const propagates = propagateTrace !== undefined
  return request => {
    const { config, caller, outcome } = request
    if (config === undefined) throw new Error('A request is served before its config is resolved.')
    const call = callOf(request, propagates)
    outcome.config = config.name
    outcome.model = call.model
    outcome.stream = call.stream
    const route = (caller.guards && config.routeForKey?.(caller.guards)) ?? config.route
    const { requestTimeout } = call.options
    const within: Route =
      requestTimeout === undefined ? route : timed => routeWithin(requestTimeout, timed, route, ports.clock)
    const limited = limits?.current?.(call, callFacts(call, caller, request.requested, config.saved))
    const reply =
      limited === undefined
        ? within(call, NO_DRAW)
        : serveLimited(limited, call, within, request.arrival.head)
    const naming =
      config.replyModel ?? gateway.replyModel ?? (call.endpoint === 'messages' ? 'requested' : 'served')
    return naming === 'served' ? reply : withModelOf(request, reply)
  }
}

/** The reply with the model as the client wrote it. */
async function withModelOf({ endpoint, written }: GatewayRequest, pending: Promise<Reply>): Promise<Reply> {
  const reply = await pending
  if (written === undefined || endpoint === undefined || reply.status >= 300) return reply
  return (await import('../link/call/reply-model.ts')).withReplyModel(reply, written, endpoint)
}

function callOf(request: GatewayRequest, propagates: boolean): Call {
  const { admitted, arrival, caller, head, requestOptions } = request
  return {
    method: head.method,
    endpoint: request.endpoint,
    resource: request.resource,
    upgrade: arrival.upgrade === true,
    path: head.path,
    pathname: head.pathname,
    headers: head.headers,
    body: request.body,
    stream: request.stream,
    model: request.model,
    slug: request.slug,
    options: requestOptions.options,
    metadata: request.metadata,
    workspace: caller.workspace,
    caller: caller.id,
    trace: admitted.trace,
    ...(propagates && {
      span: { record: admitted.id, caller: callerSpanOf(requestOptions.traceparent) },
    }),
    cancellation: request.cancellation,
    memory: arrival.memory,
    transport: arrival.transport,
    record: request.record,
  }
}
