// One fault of services of each effect, chosen by a seed; all of them are in the tier `deep`.
import { expect, it } from 'vitest'
import { watch } from '../../edge/hostile-routes/harness.ts'
import { hasRedisServer } from '../../support/test-redis.ts'
import { seeded } from '../matrix.ts'
import { DISK_FAULTS, mountDisk } from './disk-faults.ts'
import { REDIS_FAULTS } from './redis-faults.ts'
import { runDiskFault } from './run-disk.ts'
import { runRedisFault } from './run-redis.ts'

watch()
const random = seeded(20_261_128)
const shuffled = REDIS_FAULTS.map(fault => ({ fault, at: random() }))
  .sort((left, right) => left.at - right.at)
  .map(({ fault }) => fault)
const drawn = [...new Set(shuffled.map(({ effect }) => effect))].flatMap(
  effect => shuffled.find(fault => fault.effect === effect) ?? [],
)

it.skipIf(!hasRedisServer())(
  `service: a Redis that ${drawn.map(({ name }) => name).join(', or ')}`,
  async () => {
    expect(await Promise.all(drawn.map(runRedisFault))).toEqual(drawn.map(() => []))
  },
)

it.for(DISK_FAULTS.slice(1, 2).map(fault => [fault.name, fault] as const))(
  'A disk that %s',
  async ([, fault], { skip }) => {
    const disk = mountDisk() ?? skip('This user may not mount a file system.')
    expect(await runDiskFault(fault, disk)).toEqual([])
  },
)
