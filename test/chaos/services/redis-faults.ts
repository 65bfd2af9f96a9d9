// The faults of a Redis: a server of the scenario's own that really stops, fills up or forgets, and replies that a proxy writes.
import type { Redis as Client } from 'iovalkey'
import type { RedisProcess } from '../../support/test-redis.ts'
import type { ServiceFault } from './service-fault.ts'

export interface RedisService {
  readonly process: RedisProcess
  readonly client: Client
  /** Kills the server; and starts an empty one in its place. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

/** One error line for each command of what was sent. */
const errorFor =
  (line: string) =>
  (bytes: Buffer): string =>
    line.repeat(bytes.toString('latin1').match(/^\*\d+\r$/gm)?.length ?? 1)

const says = (name: string, line: string): ServiceFault<RedisService> => ({
  name,
  begin: (_service, way) => way.answer(errorFor(line)),
  end: (_service, way) => way.answer(undefined),
  effect: 'away',
})

export const REDIS_FAULTS: readonly ServiceFault<RedisService>[] = [
  {
    name: 'refuses connections',
    begin: (_service, way) => way.cut(),
    end: (_service, way) => way.restore(),
    effect: 'away',
  },
  {
    name: 'hangs',
    begin: ({ process }) => process.freeze(),
    end: ({ process }) => process.thaw(),
    effect: 'away',
  },
  {
    name: 'takes 200 ms for each reply',
    begin: (_service, way) => way.delay(200),
    end: (_service, way) => way.delay(0),
    effect: 'away',
  },
  { name: 'resets its connections', begin: (_service, way) => way.reset(), end: () => {}, effect: 'brief' },
  {
    name: 'is killed, and restarts empty',
    begin: ({ kill }) => kill(),
    end: ({ start }) => start(),
    effect: 'away',
    forgets: true,
  },
  {
    name: 'loses its memory',
    begin: ({ client }) => client.flushall(),
    end: () => {},
    effect: 'empty',
    forgets: true,
  },
  {
    name: 'is full (OOM)',
    begin: async ({ client }) => {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      await client.config('SET', 'maxmemory', '1')
    },
    end: ({ client }) => client.config('SET', 'maxmemory', '0'),
    effect: 'unwritable',
  },
  {
    name: 'is a replica that is not written to (READONLY)',
    begin: ({ client }) => client.replicaof('127.0.0.1', 1),
    end: ({ client }) => client.replicaof('NO', 'ONE'),
    effect: 'unwritable',
  },
  says('is loading', '-LOADING Redis is loading the dataset in memory\r\n'),
  says('is busy with a script', '-BUSY Redis is busy running a script.\r\n'),
  says('wants another password', '-NOAUTH Authentication required.\r\n'),
  says('speaks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'),
]
