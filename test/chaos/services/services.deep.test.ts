// Faults of the services of a gateway: what its calls get meanwhile, what it counts, and that it is as before afterwards.
import { describe, expect, it } from 'vitest'
import { watch } from '../../edge/hostile-routes/harness.ts'
import { hasRedisServer } from '../../support/test-redis.ts'
import { REDIS_FAULTS } from './redis-faults.ts'
import { runRedisFault } from './run-redis.ts'

watch()

describe.skipIf(!hasRedisServer())('service: a Redis that', () => {
  it.each(REDIS_FAULTS.map(fault => [fault.name, fault] as const))('%s', async (_name, fault) => {
    expect(await runRedisFault(fault)).toEqual([])
  })
})
