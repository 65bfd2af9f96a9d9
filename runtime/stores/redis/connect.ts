// One connection attempt: opens the connection and performs the handshake within a timeout. A late connection is closed.
import type { Clock } from '../../values/ports.ts'
import type { RedisAddress } from './redis-address.ts'
import type { OpenRedis, RedisConnection } from './redis-connection.ts'

export const CONNECTION_CLOSED = 'it closed the connection'

/** The connection, or a short reason why there is none. `onLost` is called when it is closed after that. */
export function connect(
  open: OpenRedis,
  address: RedisAddress | string,
  clock: Clock,
  timeoutMs: number,
  onLost: (connection: RedisConnection | undefined) => void,
): Promise<RedisConnection | string> {
  if (typeof address === 'string') return Promise.resolve(address)
  return new Promise(resolve => {
    let opened: RedisConnection | undefined
    let isSettled = false
    const settle = (result: RedisConnection | string): void => {
      isSettled = true
      stop()
      if (typeof result === 'string') opened?.close()
      resolve(result)
    }
    const stop = clock.after(timeoutMs, () => settle('it does not respond'))
    const run = async (): Promise<void> => {
      const result = await open(address, timeoutMs, () => {
        if (isSettled) onLost(opened)
        else settle(CONNECTION_CLOSED)
      })
      if (typeof result === 'string') return settle(result)
      opened = result
      // The timeout has expired meanwhile.
      if (isSettled) return result.close()
      const error = await handshake(result, address)
      if (!isSettled) settle(error ?? result)
    }
    void run()
  })
}

// The handshake of a new connection: AUTH, SELECT and PING.

/** A short reason why the connection cannot be used; undefined when it can. */
export async function handshake(
  { send }: RedisConnection,
  { user, password, database }: RedisAddress,
): Promise<string | undefined> {
  const commands: (readonly [purpose: string, command: string, args: readonly string[]])[] = []
  if (password !== undefined)
    commands.push(['the password', 'AUTH', user === undefined ? [password] : [user, password]])
  if (database !== 0) commands.push(['the database', 'SELECT', [String(database)]])
  commands.push(['PING', 'PING', []])
  for (const [purpose, command, args] of commands) {
    const reply = await send(command, args)
    if (reply === 'lost') return 'it closed the connection, or does not speak the Redis protocol'
    if ('errorCode' in reply) return `it rejects ${purpose} (${reply.errorCode})`
  }
  return undefined
}
