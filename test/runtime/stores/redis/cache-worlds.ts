// A cache on a real socket, with what it told; all of it is closed after each test.
import { afterEach } from 'vitest'
import type { Notice } from '../../../../runtime/notice.ts'
import { hostPorts } from '../../../../runtime/ports-of-host.ts'
import type { CacheStore } from '../../../../runtime/state/cache-store.ts'
import { openRedisCache } from '../../../../runtime/stores/redis/open-redis-cache.ts'

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
      const cache = await openRedisCache(
        { kind: 'redis', address, ...(password === undefined ? {} : { secret }) },
        () => password,
        hostPorts().clock,
        notice => void notices.push(notice),
      )
      if (typeof cache === 'string') throw new Error(cache)
      opened.push(cache.close)
      return { cache, notices }
    },
  }
}
