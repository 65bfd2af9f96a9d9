// A WebSocket to a provider, through the same routing, credentials and log as any call. After the handshake the gateway
// relays bytes without reading them.
import type { Call, Reply } from '../call.ts'
import { failure, isFailure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { TunnelReceiver, UpstreamRequest } from '../ports.ts'
import { failureReply } from '../reply.ts'
import { writeQuery } from '../resolve/query.ts'
import { idleLimit } from '../streams/idle-limit.ts'
import { exchange } from './exchange.ts'
import { noteAttempt } from './note-attempt.ts'
import { tunnelHeaders } from './outgoing.ts'
import type { Parts } from './parts.ts'
import { endToEnd } from './reply-headers.ts'
import { sign } from './sign.ts'
import type { Target } from './target.ts'

const NOTHING = new Uint8Array(0)
/** Hop-by-hop headers that are nevertheless part of the handshake. */
const SWITCHED: Headers = ['connection', 'Upgrade', 'upgrade', 'websocket']

/** `milliseconds` limits the handshake; the open connection has no limit but the peers' own. */
export async function openTunnel(
  call: Call,
  model: string | undefined,
  target: Target,
  at: string,
  milliseconds: number,
  { ports, gateway, tokens }: Parts,
): Promise<Reply> {
  const { headerPrefix } = gateway
  const about = { at, provider: target.row.id, retries: 0, cache: undefined }
  const asked = model === undefined ? call.path : writeQuery(call.path, 'model', model.toWellFormed())
  const path = pathOf(asked, model, target)
  if (typeof path !== 'string') return failureReply(path, at, target.row.id)
  const unsigned: UpstreamRequest = {
    method: 'GET',
    origin: target.origin,
    path: target.prefix + path,
    headers: tunnelHeaders(call, target, headerPrefix),
    body: undefined,
    guarded: target.guarded,
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
  if (isFailure(request)) return failureReply(request, at, target.row.id)
  const started = ports.clock.now()
  let settleTunnel = (_reply: Reply): void => {}
  const connect = (asking: UpstreamRequest, receiver: Omit<TunnelReceiver, 'open'>): (() => void) =>
    ports.connect(asking, {
      reply: reply => receiver.reply(reply),
      fail: reason => receiver.fail(reason),
      open: opened => {
        const headers = [...SWITCHED, ...endToEnd(opened.headers, headerPrefix)]
        settleTunnel({ ...about, status: 101, headers, body: NOTHING, tunnel: { ...opened, headers } })
      },
    })
  const reply = await exchange<Reply>(
    request,
    call,
    milliseconds,
    { upstream: connect, clock: ports.clock },
    ({ status, headers, body }, settle) =>
      settle({
        ...about,
        status,
        headers: endToEnd(headers, headerPrefix),
        body: idleLimit(body, ports.clock, gateway.limits.idle_timeout, reason => {
          call.record.broken = reason
        }),
      }),
    reason =>
      failureReply({ ...reason, message: `${target.row.name}: ${reason.message}` }, at, target.row.id),
    settle => {
      settleTunnel = settle
    },
  )
  noteAttempt(call, at, reply, target, ports.clock.now() - started)
  return reply
}

/** The provider's path for realtime sessions where it has its own, else the client's path. */
function pathOf(
  asked: string,
  model: string | undefined,
  { adapter, row, settings }: Target,
): string | ReturnType<typeof failure> {
  const below = asked.slice('/realtime'.length)
  if (!asked.startsWith('/realtime') || !/^(\?|$)/.test(below)) return asked
  const own = adapter?.path?.('realtime', { model: model ?? '', settings, defaults: {}, below })
  if (own !== undefined) return own
  const route = row.routes.realtime
  return route === undefined
    ? failure('unsupported_endpoint', `${row.name} does not serve /realtime.`)
    : route + below
}
