// The fields that lines of an export may have: those of the list of records, bodies, and Portkey's names for the same.
import type { LogRecord } from '../../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { PlainBodies } from '../log-ports.ts'
import type { StoredRecord } from '../log-store.ts'
import { showLog, showLogEntry } from '../show-log.ts'

const NOTHING: StoredRecord = {
  record: {
    id: '',
    time: '',
    trace: '',
    method: '',
    path: '',
    status: 0,
    milliseconds: 0,
    plan: '',
  } as LogRecord,
  feedback: [],
  hasBodies: false,
}

const FIELDS: readonly string[] = Object.keys(showLogEntry(NOTHING)).filter(name => name !== 'object')

const BODIES = ['request', 'response'] as const

/** Names of the peer's exports for fields of the list. */
const PEER_NAMES: Readonly<Record<string, string>> = {
  ai_org: 'ai_service',
  ai_model: 'model',
  req_units: 'input_tokens',
  res_units: 'output_tokens',
  total_units: 'total_tokens',
  response_time: 'latency',
  response_status_code: 'status_code',
  request_url: 'path',
  request_method: 'method',
  prompt_slug: 'prompt',
}

const CURRENCY = 'cost_currency'

/** All but bodies if none are named. */
export function chooseFields(names: readonly string[] | undefined): readonly string[] | Failure {
  if (names === undefined || names.length === 0) return FIELDS
  const known = new Set([...FIELDS, ...BODIES, ...Object.keys(PEER_NAMES), CURRENCY])
  const unknown = names.find(name => !known.has(name))
  return unknown === undefined
    ? [...new Set(names)]
    : failure(
        'invalid_request',
        `There is no field ${quoted(unknown)}: fields are ${[...FIELDS, ...BODIES].join(', ')}.`,
        { param: 'requested_data' },
      )
}

export const hasBodyFields = (fields: readonly string[]): boolean =>
  BODIES.some(name => fields.includes(name))

export function showLine(
  stored: StoredRecord,
  fields: readonly string[],
  bodies: PlainBodies | undefined,
): JsonObject {
  const entry: JsonObject = showLogEntry(stored)
  const full = bodies === undefined ? {} : showLog(stored, 'record', bodies)
  const read = (name: string): Json => {
    if (name === CURRENCY) return 'USD'
    if (name === 'request' || name === 'response') return full[`${name}_body`] ?? null
    return entry[PEER_NAMES[name] ?? name] ?? null
  }
  return Object.fromEntries(fields.map(name => [name, read(name)]))
}
