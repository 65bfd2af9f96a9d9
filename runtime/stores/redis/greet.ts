// What is said first on a new connection: who is there, which database, and whether anybody answers.
import type { RedisConnection } from './connection.ts'
import type { RedisAddress } from './read-address.ts'

/** A few words on why the connection cannot be used; undefined when it can. */
export async function greet(
  { send }: RedisConnection,
  { user, password, database }: RedisAddress,
): Promise<string | undefined> {
  const commands: (readonly [title: string, command: string, args: readonly string[]])[] = []
  if (password !== undefined)
    commands.push(['the password', 'AUTH', user === undefined ? [password] : [user, password]])
  if (database !== 0) commands.push(['the database', 'SELECT', [String(database)]])
  commands.push(['to answer', 'PING', []])
  for (const [title, command, args] of commands) {
    const answer = await send(command, args)
    if (answer === 'lost') return 'it ended the connection, or does not speak the protocol'
    if ('refused' in answer) return `it refuses ${title} (${answer.refused})`
  }
  return undefined
}
