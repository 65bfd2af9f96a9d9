// One line of a log of requests as what traffic is about: which request it was, and how its attempts ended. The properties are those of
// schemas/log-record.schema.json; others are ignored, since logs of other releases have them.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'

export interface RecordedAttempt {
  readonly provider: string
  /** The member of a pool as @pool.member, if one was called. */
  readonly member?: string
  readonly status: number
  readonly milliseconds: number
  /** Why the network failed. */
  readonly cause?: string
  /** The target, such as config.targets[1], and the model that it was sent, if not that of the request. */
  readonly at?: string
  readonly model?: string
}

export interface RecordedRequest {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly path: string
  readonly config?: string
  /** The saved prompt, as id@version. */
  readonly prompt?: string
  readonly metadata: JsonObject
  readonly model?: string
  /** The stored provider that was called last. */
  readonly slug?: string
  readonly stream: boolean
  /** Absent if it is not known. */
  readonly tokens?: { readonly input: number; readonly output: number; readonly cached?: number }
  /** Billionths of a US dollar; absent if it is not known. */
  readonly cost?: number
  /** Counts besides text, by the unit of the price. */
  readonly units?: Readonly<Record<string, number>>
  readonly attempts: readonly RecordedAttempt[]
  /** Of the reply, and the start of the digest of what served it; absent in records of other programs. */
  readonly status?: number
  readonly plan?: string
}

/** Why a line is not a record, as a sentence. */
export interface MalformedRecord {
  readonly malformed: string
}

export function readRecord(line: string): RecordedRequest | MalformedRecord {
  let value: Json
  try {
    value = JSON.parse(line) as Json
  } catch {
    return { malformed: 'This line is not JSON.' }
  }
  if (!isObject(value)) return { malformed: 'This line is not an object.' }
  const time = Date.parse(asText(value['time']) ?? '')
  const path = asText(value['path'])
  if (Number.isNaN(time)) return { malformed: 'This record has no "time" in the form of RFC 3339.' }
  if (path === undefined) return { malformed: 'This record has no "path".' }
  const attempts = readAttempts(value['attempts'])
  if (attempts === undefined)
    return { malformed: 'An attempt of this record has no "provider", "status" or "milliseconds".' }
  const [config, model, slug, prompt] = ['config', 'model', 'slug', 'prompt'].map(name => asText(value[name]))
  const units = Object.entries(asObject(value['units'])).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  const { input, output, cached } = asObject(value['tokens'])
  return {
    time,
    path,
    ...(config === undefined ? {} : { config }),
    ...(prompt === undefined ? {} : { prompt }),
    metadata: asObject(value['metadata']),
    ...(model === undefined ? {} : { model }),
    ...(slug === undefined ? {} : { slug }),
    stream: value['stream'] === true,
    ...(typeof input === 'number' && typeof output === 'number'
      ? { tokens: { input, output, ...(typeof cached === 'number' ? { cached } : {}) } }
      : {}),
    ...(typeof value['cost'] === 'number' ? { cost: value['cost'] } : {}),
    ...(units.length > 0 && { units: Object.fromEntries(units) }),
    attempts,
    ...(typeof value['status'] === 'number' ? { status: value['status'] } : {}),
    ...(typeof value['plan'] === 'string' ? { plan: value['plan'] } : {}),
  }
}

function readAttempts(value: Json | undefined): readonly RecordedAttempt[] | undefined {
  const attempts: RecordedAttempt[] = []
  for (const each of asList(value)) {
    const { provider, slug, member, status, milliseconds, cause, at, model } = asObject(each)
    if (typeof provider !== 'string' || typeof status !== 'number' || typeof milliseconds !== 'number')
      return undefined
    attempts.push({
      ...{ provider, status, milliseconds },
      ...(typeof slug === 'string' && typeof member === 'string' ? { member: `@${slug}.${member}` } : {}),
      ...(typeof cause === 'string' ? { cause } : {}),
      ...(typeof at === 'string' ? { at } : {}),
      ...(typeof model === 'string' ? { model } : {}),
    })
  }
  return attempts
}
