// A WebSocket to a provider, through the same routing, credentials and log as any call. After the handshake the gateway
// relays bytes; those of a session that reports its usage are read as they pass.

import { isReadSession } from '../../limits/estimate-tokens.ts'
import { idleLimit } from '../../streams/idle-limit.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { failure, isFailure } from '../../values/failures.ts'
import { isLivePath } from '../../values/gemini-path.ts'
import { type Headers, passedOnHeaders } from '../../values/headers.ts'
import type { TunnelReceiver, UpstreamRequest } from '../../values/ports.ts'
import { writeQuery } from '../../values/query-string.ts'
import type { LinkContext } from '../link-context.ts'
import { sign } from '../target/sign.ts'
import type { Target } from '../target/target.ts'
import { recordAttempt, sendAttempt } from './exchange.ts'
import { tunnelHeaders } from './request-headers.ts'

const NO_BODY = new Uint8Array(0)
/** Hop-by-hop headers that are nevertheless part of the handshake. */
const SWITCHING_PROTOCOLS: Headers = ['connection', 'Upgrade', 'upgrade', 'websocket']

/** `milliseconds` limits the handshake; the open connection has no limit but the peers' own. */
export async function openTunnel(
  call: Call,
  model: string | undefined,
  target: Target,
  targetName: string,
  milliseconds: number,
  { gateway, propagateTrace }: LinkContext,
  forward: readonly string[],
): Promise<Reply> {
  const { headerPrefix } = gateway
  const { ports } = target.client
  const replyFields = { target: targetName, provider: target.spec.id, retries: 0, cache: undefined }
  const live = isLivePath(call.path) ? await import('./live-session.ts') : undefined
  const upgradePath = model === undefined ? call.path : writeQuery(call.path, 'model', model.toWellFormed())
  const path = live === undefined ? pathOf(upgradePath, model, target) : live.livePath(call, target)
  if (typeof path !== 'string') return failureReply(path, targetName, target.spec.id)
  const isRead = isReadSession(call)
  const sessionUsage = isRead ? await import('./session-usage.ts') : undefined
  const headersOfTunnel = tunnelHeaders(call, target, headerPrefix, forward)
  const unsigned: UpstreamRequest = {
    method: 'GET',
    origin: target.origin,
    path: live === undefined ? (call.options.native?.fromHost === true ? path : target.prefix + path) : path,
    headers: isRead ? withoutExtensions(headersOfTunnel) : headersOfTunnel,
    body: undefined,
    hostAuthor: target.hostAuthor,
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, target.client)
  if (isFailure(request)) return failureReply(request, targetName, target.spec.id)
  const started = ports.clock.monotonic()
  let settleTunnel = (_reply: Reply): void => {}
  const connect = (tunnelReceiver: UpstreamRequest, receiver: Omit<TunnelReceiver, 'open'>): (() => void) =>
    ports.connect(tunnelReceiver, {
      reply: reply => receiver.reply(reply),
      fail: reason => receiver.fail(reason),
      open: opened => {
        const headers = [...SWITCHING_PROTOCOLS, ...passedOnHeaders(opened.headers, headerPrefix)]
        const kind = live === undefined ? sessionUsage?.openAiSession() : sessionUsage?.geminiSession()
        const incoming = kind && sessionUsage?.readRealtime(opened.incoming, kind, call)
        if (live !== undefined) opened.write(live.setupFrame(call, model, ports))
        const tunnel = { ...opened, headers, incoming: incoming ?? opened.incoming }
        settleTunnel({ ...replyFields, status: 101, headers, body: NO_BODY, tunnel })
      },
    })
  const reply = await sendAttempt<Reply>(
    propagateTrace === undefined ? request : propagateTrace(request, call, target.spec.id),
    call,
    milliseconds,
    { upstream: connect, clock: ports.clock },
    {
      receive: ({ status, headers, body }, settle) =>
        settle({
          ...replyFields,
          status,
          headers: passedOnHeaders(headers, headerPrefix),
          body: idleLimit(body, ports.clock, gateway.limits.idle_timeout, reason => {
            call.record.streamError = reason
          }),
        }),
      fail: reason =>
        failureReply(
          { ...reason, message: `${target.spec.name}: ${reason.message}` },
          targetName,
          target.spec.id,
        ),
    },
    settle => {
      settleTunnel = settle
    },
  )
  recordAttempt(call, targetName, reply, target, { started }, ports.clock.monotonic())
  return reply
}

/** Compressed messages could not be read. */
function withoutExtensions(headers: Headers): Headers {
  const isExtension = (name = ''): boolean => name.toLowerCase() === 'sec-websocket-extensions'
  return headers.filter((_, index) => !isExtension(headers[index - (index % 2)]))
}

/** The provider's path for realtime sessions where it has its own, else the client's path. */
function pathOf(
  upgradePath: string,
  model: string | undefined,
  { adapter, spec, settings }: Target,
): string | ReturnType<typeof failure> {
  const below = upgradePath.slice('/realtime'.length)
  if (!upgradePath.startsWith('/realtime') || !/^(\?|$)/.test(below)) return upgradePath
  const adapterPath = adapter?.path?.('realtime', {
    model: model ?? '',
    settings,
    defaults: {},
    pathSuffix: below,
  })
  if (adapterPath !== undefined) return adapterPath
  const route = spec.routes.realtime
  return route === undefined
    ? failure('unsupported_endpoint', `${spec.name} does not serve /realtime.`)
    : route + below
}
