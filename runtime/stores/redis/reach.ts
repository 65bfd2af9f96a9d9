// One attempt to reach a server: it is opened and greeted, or given up in time. What comes too late is closed.
import type { Clock } from '../../ports.ts'
import type { OpenRedis, RedisConnection } from './connection.ts'
import { greet } from './greet.ts'
import type { RedisAddress } from './read-address.ts'

export const ENDED = 'it ended the connection'

/** The connection, or a few words on why there is none. `patience` is in milliseconds; `lost` hears of its end after that. */
export function reach(
  open: OpenRedis,
  address: RedisAddress | string,
  clock: Clock,
  patience: number,
  lost: (which: RedisConnection | undefined) => void,
): Promise<RedisConnection | string> {
  if (typeof address === 'string') return Promise.resolve(address)
  return new Promise(resolve => {
    let opened: RedisConnection | undefined
    let over = false
    const end = (result: RedisConnection | string): void => {
      over = true
      stop()
      if (typeof result === 'string') opened?.close()
      resolve(result)
    }
    const stop = clock.after(patience, () => end('it does not answer'))
    const begin = async (): Promise<void> => {
      const result = await open(address, patience, () => {
        if (over) lost(opened)
        else end(ENDED)
      })
      if (typeof result === 'string') return end(result)
      opened = result
      // The time was over meanwhile.
      if (over) return result.close()
      const fault = await greet(result, address)
      if (!over) end(fault ?? result)
    }
    void begin()
  })
}
