// One connection attempt: opens the connection and performs the handshake within a timeout. A late connection is closed.
import type { Clock } from '../../ports.ts'
import type { OpenRedis, RedisConnection } from './connection.ts'
import { greet } from './greet.ts'
import type { RedisAddress } from './read-address.ts'

export const ENDED = 'it closed the connection'

/** The connection, or a short reason why there is none. `onLost` is called when it is closed after that. */
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
    const stop = clock.after(patience, () => end('it does not respond'))
    const begin = async (): Promise<void> => {
      const result = await open(address, patience, () => {
        if (over) lost(opened)
        else end(ENDED)
      })
      if (typeof result === 'string') return end(result)
      opened = result
      // The timeout has expired meanwhile.
      if (over) return result.close()
      const fault = await greet(result, address)
      if (!over) end(fault ?? result)
    }
    void begin()
  })
}
