// Sessions of MCP clients in a shared Redis, so that any runtime can serve them. Each process has a copy of what it wrote or read, for
// the time in which Redis is late or away. What Redis did not take is written again until it does, so that other processes find it.
import { createMemorySessions } from '../../state/memory-sessions.ts'
import { type SessionStore, UNREACHABLE } from '../../state/session-store.ts'
import type { Clock } from '../../values/ports.ts'
import type { RedisValue } from './redis-connection.ts'
import type { RedisClient } from './resilient-client.ts'

const PREFIX = 'portolan:mcp:'
/** Milliseconds that a request waits for Redis: without an answer it cannot be served, so it waits longer than for a cache. */
const PATIENCE = 1000
/** Seconds for which a copy of what another process wrote is used. */
const COPIED = 3600
/** Milliseconds between two attempts to write what Redis has not taken. */
const AGAIN = 1000
/** More are not written again: only this process has the oldest. */
const MAX_UNSAVED = 10_000
const decoder = new TextDecoder()

interface UnsavedText {
  readonly text: string
  /** Monotonic milliseconds. */
  readonly until: number
}

export function createRedisSessions(
  redis: Pick<RedisClient, 'call'>,
  gateway: string,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): SessionStore {
  const local = createMemorySessions(clock)
  const unsaved = new Map<string, UnsavedText>()
  const nameOf = (key: string): string => `${PREFIX}${gateway}:${key}`
  /** The value; undefined where Redis did not answer. */
  const ask = async (command: string, args: readonly string[]): Promise<RedisValue | undefined> => {
    const reply = await redis.call(command, args, PATIENCE)
    return reply === undefined || 'errorCode' in reply ? undefined : reply.value
  }
  const save = async (key: string, text: string, seconds: number): Promise<boolean> =>
    (await ask('SET', [nameOf(key), text, 'EX', String(seconds)])) !== undefined
  const saveLater = (): void =>
    void clock.after(AGAIN, async () => {
      for (const [key, entry] of unsaved) {
        const seconds = Math.floor((entry.until - clock.monotonic()) / 1000)
        if (seconds > 0 && !(await save(key, entry.text, seconds))) return saveLater()
        if (unsaved.get(key) === entry) unsaved.delete(key)
      }
    })
  return {
    isShared: true,
    get: async key => {
      const value = await ask('GET', [nameOf(key)])
      if (value instanceof Uint8Array) {
        const text = decoder.decode(value)
        if (!unsaved.has(key)) await local.set(key, text, COPIED)
        return text
      }
      if (value === undefined) return (await local.get(key)) ?? UNREACHABLE
      // Redis answers, and has none: another process has removed it, unless it never got there.
      if (unsaved.has(key)) return await local.get(key)
      await local.remove(key)
      return undefined
    },
    set: async (key, text, seconds) => {
      await local.set(key, text, seconds)
      unsaved.delete(key)
      if (await save(key, text, seconds)) return
      unsaved.set(key, { text, until: clock.monotonic() + seconds * 1000 })
      if (unsaved.size > MAX_UNSAVED) unsaved.delete([...unsaved.keys()][0] ?? '')
      if (unsaved.size === 1) saveLater()
    },
    remove: async key => {
      unsaved.delete(key)
      await local.remove(key)
      await ask('DEL', [nameOf(key)])
    },
    push: async (box, message, seconds) => {
      if ((await ask('RPUSH', [nameOf(box), message])) === undefined) {
        await local.push(box, message, seconds)
        return false
      }
      await ask('EXPIRE', [nameOf(box), String(seconds)])
      return true
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
