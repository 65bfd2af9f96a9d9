// An export as the store holds it: a filter and the fields of its lines. There is no file: lines are read from the log store while they
// are downloaded, so that no copy of bodies outlives their retention or their erasure.
import type { LogExport } from '../../../../schemas/generated/control-types.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'

/** The kind of exports in the store, where they are named by their identifiers. */
export const LOG_EXPORT = 'log-export'

export const LOG_KINDS: readonly Kind[] = [
  clientKind({ name: LOG_EXPORT, signed: 'never', sealed: 'never', scopes: ['logs'] }),
]

export type ExportStatus = LogExport['status']

export interface SavedExport {
  readonly id: string
  /** The slug; null for all that its reader sees. */
  readonly workspace: string | null
  readonly description: string | null
  /** By the names of the query of the list. */
  readonly filters: JsonObject
  readonly fields: readonly string[]
  readonly status: ExportStatus
  readonly total: number | null
  /** When it was started, in milliseconds since 1970: later records are not part of it. */
  readonly startedAt: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
  readonly revision: number | undefined
}

/** Milliseconds after which a count has failed: the process that counted is gone. */
const MAX_COUNTING = 600_000

const STATUSES: ReadonlySet<string> = new Set(['draft', 'in_progress', 'success', 'failed', 'stopped'])

export function savedExportOf({ id, value, revision }: Resource, now: number): SavedExport {
  const written = asText(value['status']) ?? ''
  const status = STATUSES.has(written) ? (written as ExportStatus) : 'failed'
  const startedAt = asCount(value['started_at']) ?? null
  return {
    id,
    workspace: value['workspace'] === null ? null : (asText(value['workspace']) ?? ''),
    description: asText(value['description']) ?? null,
    filters: asObject(value['filters']),
    fields: asList(value['fields']).map(String),
    status: status === 'in_progress' && (startedAt ?? 0) + MAX_COUNTING < now ? 'failed' : status,
    total: asCount(value['total']) ?? null,
    startedAt,
    createdAt: asText(value['created_at']) ?? '',
    updatedAt: asText(value['last_updated_at']) ?? '',
    createdBy: asText(value['created_by']) ?? '',
    revision,
  }
}

export const exportValue = (saved: SavedExport): JsonObject => ({
  workspace: saved.workspace,
  description: saved.description,
  filters: saved.filters,
  fields: saved.fields,
  status: saved.status,
  total: saved.total,
  started_at: saved.startedAt,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
  created_by: saved.createdBy,
})
