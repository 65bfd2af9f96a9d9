// An export as the store holds it: a filter and the fields of its lines. There is no file: lines are read from the log store while they
// are downloaded, so that no copy of bodies outlives their retention or their erasure.
import type { LogExport } from '../../../../schemas/generated/control-types.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import {
  COUNT_OR_NULL,
  choice,
  type FoundInStore,
  KEY,
  OBJECT,
  storedAs,
  storedForm,
  TEXT,
  TEXT_OR_NULL,
  TEXTS,
  TIMES,
} from '../../core/stored-form.ts'

/** The kind of exports in the store, where they are named by their identifiers. */
export const LOG_EXPORT = 'log-export'

export const LOG_KINDS: readonly Kind[] = [
  clientKind({ name: LOG_EXPORT, signed: 'never', sealed: 'never', scopes: ['logs'] }),
]

export const EXPORT_FORM = storedForm(LOG_EXPORT, {
  id: KEY,
  /** The slug; null for all that its reader sees. */
  workspace: TEXT_OR_NULL,
  description: TEXT_OR_NULL,
  /** By the names of the query of the list. */
  filters: OBJECT,
  fields: TEXTS,
  status: choice<LogExport['status']>('failed', 'draft', 'in_progress', 'success', 'stopped'),
  total: COUNT_OR_NULL,
  /** When it was started, in milliseconds since 1970: later records are not part of it. */
  startedAt: storedAs('started_at', COUNT_OR_NULL),
  ...TIMES,
  createdBy: storedAs('created_by', TEXT),
})

export type SavedExport = ReturnType<typeof EXPORT_FORM.read>

/** Milliseconds after which a count has failed: the process that counted is gone. */
const MAX_COUNTING = 600_000

export function exportOf(resource: Resource, now: number): FoundInStore<SavedExport> {
  const saved = EXPORT_FORM.read(resource)
  const hasFailed = saved.status === 'in_progress' && (saved.startedAt ?? 0) + MAX_COUNTING < now
  return { saved: hasFailed ? { ...saved, status: 'failed' } : saved, revision: resource.revision }
}
