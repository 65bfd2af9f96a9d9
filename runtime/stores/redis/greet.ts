// The handshake of a new connection: AUTH, SELECT and PING.
import type { RedisConnection } from './connection.ts'
import type { RedisAddress } from './read-address.ts'

/** A short reason why the connection cannot be used; undefined when it can. */
export async function greet(
  { send }: RedisConnection,
  { user, password, database }: RedisAddress,
): Promise<string | undefined> {
  const commands: (readonly [title: string, command: string, args: readonly string[]])[] = []
  if (password !== undefined)
    commands.push(['the password', 'AUTH', user === undefined ? [password] : [user, password]])
  if (database !== 0) commands.push(['the database', 'SELECT', [String(database)]])
  commands.push(['PING', 'PING', []])
  for (const [title, command, args] of commands) {
    const answer = await send(command, args)
    if (answer === 'lost') return 'it closed the connection, or does not speak the Redis protocol'
    if ('refused' in answer) return `it rejects ${title} (${answer.refused})`
  }
  return undefined
}
