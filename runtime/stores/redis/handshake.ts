// The handshake of a new connection: AUTH, SELECT and PING.

import type { RedisAddress } from './redis-address.ts'
import type { RedisConnection } from './redis-connection.ts'

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
