// The only file that imports the client library, loaded when a Redis is first opened. Only its socket and protocol parser
// are used: its queueing, retries and reconnects are disabled.
import type { OpenRedis, RedisConnection, RedisReply, RedisValue } from './redis-connection.ts'

/** Loads the client in advance, so that loading does not count as connection time. */
export async function loadIovalkey(): Promise<void> {
  await import('iovalkey')
}

export const openIovalkey: OpenRedis = async ({ host, port, tls }, timeoutMs, onClose) => {
  const { Redis } = await import('iovalkey')
  const client = new Redis({
    host,
    port,
    // Both IPv4 and IPv6.
    family: 0,
    familyFallback: { enabled: false },
    ...(tls ? { tls: {} } : {}),
    connectTimeout: timeoutMs,
    lazyConnect: true,
    retryStrategy: () => null,
    reconnectOnError: null,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
  })
  let reason = 'closed'
  client.on('error', (error: unknown) => {
    reason = errorCodeOf(error) ?? reason
  })
  try {
    await client.connect()
  } catch (error) {
    client.disconnect()
    return `the connection failed (${errorCodeOf(error) ?? reason})`
  }
  client.once('end', onClose)
  const { stream } = client
  let isCorked = false
  /** Commands of one turn of the event loop are written at once. */
  const cork = (): void => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    setImmediate(() => {
      isCorked = false
      stream.uncork()
    })
  }
  const send: RedisConnection['send'] = async (command, args) => {
    cork()
    try {
      const value = (await client.callBuffer(command, ...args.map(toArgument))) as RedisValue
      return { value }
    } catch (error) {
      return replyFromError(error)
    }
  }
  let closed = false
  const close = (): void => {
    if (!closed) client.disconnect()
    closed = true
  }
  return { send, close }
}

/** The client accepts only `Buffer` for bytes. */
const toArgument = (argument: string | Uint8Array): string | Buffer =>
  typeof argument === 'string'
    ? argument
    : Buffer.from(argument.buffer, argument.byteOffset, argument.byteLength)

function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function replyFromError(error: unknown): RedisReply {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return 'lost'
  return { errorCode: /^[A-Z]{1,20}\b/.exec(error.message)?.[0] ?? 'ERR' }
}
