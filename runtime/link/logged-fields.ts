// What a log knows of the fields that conditions read. A record has metadata in part: secrets are masked, values and keys are cut, further
// keys are left out. What may have been changed or left out is not known, so that nothing is decided by it.
import { mask } from '../../compiler/diagnostics/mask.ts'
import { formatField } from '../../compiler/plan/format-predicate.ts'
import type { Field, LogRecord } from '../../schemas/generated/types.ts'
import { isObject, type Json } from '../../schemas/values/json.ts'
import { MAX_TAG_COUNT, MAX_TAG_KEY, MAX_TAG_VALUE } from '../values/tag-limits.ts'
import type { FieldSource } from './nodes/field.ts'

/** What is read of the record of a request. */
export type RoutedRecord = Pick<LogRecord, 'path' | 'metadata' | 'config' | 'outside' | 'model' | 'slug'>

/** A logged request; its body where it was stored. */
export interface LoggedRequest {
  readonly record: RoutedRecord
  readonly body: Json | undefined
}

export interface LoggedFields {
  readonly source: FieldSource
  /** What the log lacks of a field, for a sentence; undefined where it knows the field. */
  readonly lacks: (field: Field) => string | undefined
}

export function loggedFields({ record, body }: LoggedRequest): LoggedFields {
  return {
    source: sourceOf(record, body),
    lacks: field => {
      const { from, path } = field
      if (from === 'path') return undefined
      if (from === 'metadata') return metadataLacks(record, field)
      const isKnown = isObject(body) || (path.length === 1 && path[0] === 'model' && hasPlainModel(record))
      return isKnown ? undefined : formatField(field)
    },
  }
}

/** Of a body that was not stored, the model is known where no slug preceded it. */
const hasPlainModel = ({ model, slug }: RoutedRecord): boolean => model !== undefined && slug === undefined

function metadataLacks(record: RoutedRecord, field: Field): string | undefined {
  const name = formatField(field)
  const [key, ...deeper] = field.path
  // Objects and lists are not logged.
  if (deeper.length > 0 || key === undefined) return name
  const { metadata = {} } = record
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined
  if (value === undefined) return mayBeLeftOut(record, String(key)) ? name : undefined
  return typeof value === 'string' && mayBeChanged(value) ? `${name} as it was sent` : undefined
}

/** An asterisk may be one of the client; a record does not tell. */
const mayBeChanged = (value: string): boolean => value.includes('*') || value.length >= MAX_TAG_VALUE

/** A request that was refused before it had a config has no metadata in its record, whatever was sent. */
function mayBeLeftOut({ metadata, config, outside }: RoutedRecord, key: string): boolean {
  if (metadata === undefined) return config === undefined && outside !== true
  return (
    Object.keys(metadata).length >= MAX_TAG_COUNT ||
    key.length > MAX_TAG_KEY ||
    (key !== '' && mask(key) !== key)
  )
}

const sourceOf = (record: RoutedRecord, body: Json | undefined): FieldSource => ({
  pathname: record.path,
  metadata: { ...record.metadata },
  body: {
    field: name =>
      isObject(body)
        ? Object.hasOwn(body, name)
          ? body[name]
          : undefined
        : name === 'model'
          ? record.model
          : undefined,
  },
})
