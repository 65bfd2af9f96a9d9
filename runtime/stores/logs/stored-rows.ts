// Rows of both drivers as values of the port.
import { isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { Facet, StoredFeedback } from '../../control/logs/log-store.ts'

type StoredColumns = Readonly<Record<string, unknown>>

/** Values of a dictionary that are offered. */
export const MAX_FACETS = 1000

export function feedbackFrom(row: StoredColumns): StoredFeedback {
  const { id, workspace, trace, value, weight, metadata, time } = row
  const parsed = parseJson(String(metadata))
  return {
    id: String(id),
    workspace: String(workspace),
    trace: String(trace),
    value: Number(value),
    weight: Number(weight),
    metadata: isObject(parsed) ? (parsed as JsonObject) : {},
    time: Number(time),
  }
}

export const facetsOf = (rows: readonly StoredColumns[]): readonly Facet[] =>
  rows.map(({ value, last_seen }) => ({ value: String(value), lastSeen: Number(last_seen) }))
