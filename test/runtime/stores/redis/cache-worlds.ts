// A cache on a real socket, with what it told; all of it is closed after each test.
import { afterEach } from 'vitest'
import type { Notice } from '../../../../runtime/notice.ts'
import { hostPorts } from '../../../../runtime/ports-of-host.ts'
import type { CacheStore } from '../../../../runtime/state/cache-store.ts'
import { openRedisState } from '../../../../runtime/stores/redis/open-redis-state.ts'

export interface World {
  readonly cache: CacheStore
  readonly notices: readonly Notice[]
}

export const messages = ({ notices }: World): readonly string[] =>
  notices.map(notice => ('message' in notice ? notice.message : ''))

export function cacheWorlds() {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })
  return {
    closeLater: (close: () => Promise<unknown>): void => void opened.push(close),
    cacheAt: async (address: string, password?: string): Promise<World> => {
      const notices: Notice[] = []
      const secret = { source: 'env' as const, name: 'PASSWORD', origins: [] }
      const state = await openRedisState(
        { kind: 'redis', address, ...(password === undefined ? {} : { secret }) },
        { name: 'test' },
        () => password,
        hostPorts(),
        notice => void notices.push(notice),
      )
      if (typeof state === 'string') throw new Error(state)
      const { cache } = state
      opened.push(cache.close)
      return { cache, notices }
    },
  }
}
