// Sessions of MCP clients in a shared Redis, so that any runtime can serve them. While Redis is unavailable each process has its own:
// sessions of before are lost, and their clients begin new ones.
import { createMemorySessions } from '../../state/memory-sessions.ts'
import type { SessionStore } from '../../state/session-store.ts'
import type { Clock } from '../../values/ports.ts'
import type { RedisValue } from './redis-connection.ts'
import type { RedisClient } from './resilient-client.ts'

const PREFIX = 'portolan:mcp:'
const decoder = new TextDecoder()

export function createRedisSessions(
  redis: Pick<RedisClient, 'call'>,
  gateway: string,
  clock: Pick<Clock, 'monotonic'>,
): SessionStore {
  const local = createMemorySessions(clock)
  const nameOf = (key: string): string => `${PREFIX}${gateway}:${key}`
  /** The value; undefined where Redis did not answer. */
  const ask = async (command: string, args: readonly string[]): Promise<RedisValue | undefined> => {
    const reply = await redis.call(command, args)
    return reply === undefined || 'errorCode' in reply ? undefined : reply.value
  }
  return {
    isShared: true,
    get: async key => {
      const value = await ask('GET', [nameOf(key)])
      return value instanceof Uint8Array ? decoder.decode(value) : await local.get(key)
    },
    set: async (key, text, seconds) => {
      const stored = await ask('SET', [nameOf(key), text, 'EX', String(seconds)])
      if (stored === undefined) await local.set(key, text, seconds)
      // What was stored here while Redis was unavailable must not outlive what others make of it there.
      else await local.remove(key)
    },
    remove: async key => {
      await local.remove(key)
      await ask('DEL', [nameOf(key)])
    },
    push: async (box, message, seconds) => {
      const length = await ask('RPUSH', [nameOf(box), message])
      if (length === undefined) await local.push(box, message, seconds)
      else await ask('EXPIRE', [nameOf(box), String(seconds)])
    },
    take: async box => {
      const messages: string[] = [...(await local.take(box))]
      // One at a time: each message is taken by one process only.
      while (true) {
        const value = await ask('LPOP', [nameOf(box)])
        if (!(value instanceof Uint8Array)) return messages
        messages.push(decoder.decode(value))
      }
    },
  }
}
