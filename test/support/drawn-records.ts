// Records of requests as a gateway with some teams would write them: keys and users belong to workspaces, a few of them and of the
// models have most of the traffic, latencies have a long tail.
import type { LogRecord } from '../../schemas/generated/types.ts'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const STATUSES = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 401, 429, 500, 503] as const
const SERVICES = ['openai', 'anthropic', 'bedrock', 'google'] as const
const CACHES = ['HIT', 'MISS', 'MISS', 'SEMANTIC HIT', 'DISABLED'] as const
const KEYS = 300
const WORKSPACES = 10
const MODELS = 24
const USERS = 2000

/** `time` in milliseconds since 1970. */
export function drawRecord(random: () => number, time: number): LogRecord {
  const below = (limit: number): number => Math.floor(random() * limit)
  /** Most of the time one of the first. */
  const skewed = (limit: number): number => Math.floor(random() ** 2 * limit)
  const hex = (digits: number): string =>
    below(2 ** 32)
      .toString(16)
      .padStart(8, '0')
      .repeat(digits / 8)
  const key = skewed(KEYS)
  // One in fifty works for another team, too.
  const user =
    skewed(USERS / WORKSPACES) * WORKSPACES + (below(50) === 0 ? below(WORKSPACES) : key % WORKSPACES)
  const model = (key + skewed(4)) % MODELS
  const status = STATUSES[below(STATUSES.length)] ?? 200
  const served = status < 400
  const [input, output] = [below(4000) + 10, below(900) + 1]
  return {
    id: hex(8) + hex(8) + hex(8) + hex(8),
    time: new Date(time).toISOString(),
    trace: hex(8) + hex(8) + hex(16),
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat/completions',
    status,
    milliseconds: Math.round(-Math.log(1 - random()) * 2_000_000) / 1000,
    firstToken: 320.5,
    own: 0.4,
    key: `key-${key}`,
    workspace: `workspace-${key % WORKSPACES}`,
    config: `config-${key % 40}`,
    plan: '0123456789ab',
    ...(key % 3 === 0 ? { prompt: `prompt-${key % 12}@3` } : {}),
    at: 'config.targets[0]',
    provider: SERVICES[model % SERVICES.length] ?? 'openai',
    slug: `stored-${model % 8}`,
    model: `model-${model}`,
    cache: CACHES[below(CACHES.length)] ?? 'MISS',
    attempts: [{ at: 'config.targets[0]', provider: 'openai', status, milliseconds: 1500 }],
    metadata: { _user: `user-${user}`, team: `team-${key % 25}`, environment: 'production' },
    ...(served ? { tokens: { input, output, source: 'provider' as const } } : {}),
    ...(served && below(10) > 0 ? { cost: input * 250 + output * 10_000, priced: '2026-11-01' } : {}),
    bytesIn: 2000,
    bytesOut: 3000,
    ...(served
      ? {}
      : { error: 'upstream_failed', message: `The provider ${random() < 0.1 ? 'timed out' : 'refused'}.` }),
  }
}
