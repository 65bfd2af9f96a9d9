// Keys of one provider that share its requests. A retry follows the documentation: after a failure of the server with the same key, after
// one of the key with the next.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { sharedTarget, type WeightedCall } from '../shared-target.ts'

/** Failures of a key, of which only the last heals while the request runs. */
const OF_KEYS = [401, 402, 403, 429]
const RATE_LIMIT = [429]
const OF_SERVERS = [500, 502, 503, 504]

/** `retries`: of one request, whichever keys they use. */
export function keyPoolTarget(keys: readonly WeightedCall[], retries: number): JsonObject | undefined {
  if (retries === 0) return sharedTarget(keys)
  const [first] = keys
  if (keys.length === 1 && first !== undefined) return { ...first.target, retry: { attempts: retries } }
  const used = keys.some(({ weight }) => weight > 0) ? keys.filter(({ weight }) => weight > 0) : keys
  return sharedTarget(
    keys.map(key => {
      const start = used.indexOf(key)
      const order = start < 0 ? [key, ...used] : [...used.slice(start), ...used.slice(0, start)]
      return { weight: key.weight, target: rotation(order, retries) }
    }),
  )
}

/** Rounds through the keys: the first call is that of the first key, and each call takes one of the retries. */
function rotation(keys: readonly WeightedCall[], retries: number): JsonObject {
  const calls = Array.from({ length: retries + 1 }, (_, index): JsonObject => {
    const { target } = keys[index % keys.length] as WeightedCall
    const left = retries - index
    return left === 0 ? target : { ...target, retry: { attempts: left, on_status_codes: OF_SERVERS } }
  })
  const rounds: JsonObject[] = []
  for (let start = 0; start < calls.length; start += keys.length)
    rounds.push(fallback(OF_KEYS, calls.slice(start, start + keys.length)))
  return fallback(RATE_LIMIT, rounds)
}

const fallback = (codes: readonly number[], targets: readonly Json[]): JsonObject =>
  targets.length === 1
    ? (targets[0] as JsonObject)
    : { strategy: { mode: 'fallback', on_status_codes: codes }, targets }
