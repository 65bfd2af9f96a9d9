// Faults of the services of a gateway: what its calls get meanwhile, what it counts, and that it is as before afterwards.
import { describe, expect, it } from 'vitest'
import { watch } from '../../edge/hostile-routes/harness.ts'
import { postgresSchemas } from '../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../support/test-postgres.ts'
import { hasRedisServer } from '../../support/test-redis.ts'
import { DISK_FAULTS, mountDisk } from './disk-faults.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'
import { REDIS_FAULTS } from './redis-faults.ts'
import { runDiskFault } from './run-disk.ts'
import { runPostgresFault } from './run-postgres.ts'
import { runRedisFault } from './run-redis.ts'

watch()

describe.skipIf(!hasRedisServer())('service: a Redis that', () => {
  it.each(REDIS_FAULTS.map(fault => [fault.name, fault] as const))('%s', async (_name, fault) => {
    expect(await runRedisFault(fault)).toEqual([])
  })
})

describe.skipIf(!(await isPostgresListening()))('service: a PostgreSQL that', () => {
  const schemas = postgresSchemas()
  it.each(POSTGRES_FAULTS.map(fault => [fault.name, fault] as const))('%s', async (_name, fault) => {
    expect(await runPostgresFault(fault, schemas)).toEqual([])
  })
})

describe('A disk that', () => {
  it.for(DISK_FAULTS.map(fault => [fault.name, fault] as const))('%s', async ([, fault], { skip }) => {
    const disk = mountDisk() ?? skip('This user may not mount a file system.')
    expect(await runDiskFault(fault, disk)).toEqual([])
  })
})
