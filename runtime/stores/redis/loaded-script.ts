// A Lua script that is sent once and then named by its hash.
import { createHash } from 'node:crypto'
import type { RedisClient } from './resilient-client.ts'

type Call = RedisClient['call']

export interface LoadedScript {
  readonly run: (keys: readonly string[], args: readonly string[]) => ReturnType<Call>
}

/** A server that does not have it, since it was restarted, gets all of it. */
export function loadedScript(script: string, { call }: Pick<RedisClient, 'call'>): LoadedScript {
  const sha = createHash('sha1').update(script).digest('hex')
  return {
    run: async (keys, args) => {
      const rest = [String(keys.length), ...keys, ...args]
      const reply = await call('EVALSHA', [sha, ...rest])
      return reply !== undefined && 'errorCode' in reply && reply.errorCode === 'NOSCRIPT'
        ? await call('EVAL', [script, ...rest])
        : reply
    },
  }
}
