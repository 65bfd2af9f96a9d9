// A cache on a real socket, with the events that it reported; everything is closed after each test.
import { afterEach } from 'vitest'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import type { CacheStore } from '../../../../runtime/state/cache-store.ts'
import { openRedisState } from '../../../../runtime/stores/redis/open-redis-state.ts'
import type { GatewayEvent } from '../../../../runtime/values/event.ts'

export interface CacheHarness {
  readonly cache: CacheStore
  readonly notices: readonly GatewayEvent[]
}

export const messages = ({ notices }: CacheHarness): readonly string[] =>
  notices.map(notice => ('message' in notice ? notice.message : ''))

export function createCacheHarness() {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })
  return {
    closeLater: (close: () => Promise<unknown>): void => void opened.push(close),
    cacheAt: async (address: string, password?: string): Promise<CacheHarness> => {
      const notices: GatewayEvent[] = []
      const secret = { source: 'env' as const, name: 'PASSWORD', origins: [] }
      const state = await openRedisState(
        { kind: 'redis', address, ...(password === undefined ? {} : { secret }) },
        { name: 'test' },
        () => password,
        nodePorts(),
        notice => void notices.push(notice),
      )
      if (typeof state === 'string') throw new Error(state)
      const { cache } = state
      opened.push(cache.close)
      return { cache, notices }
    },
  }
}
