// Downloads: the records of an export as JSON Lines, read page by page as fast as the client takes them.
import { failure, isFailure } from '../../../values/failures.ts'
import type { Handlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { LoggedBodies, LogSources, StoredRecord } from '../log-store.ts'
import type { NameSources } from '../named-filter.ts'
import { hasBodyFields, showLine } from './export-fields.ts'
import { LOG_EXPORT, type SavedExport } from './log-export.ts'
import { findExport, type OpenExport, openExport } from './routes.ts'
import { streamPages } from './stream-pages.ts'

type Context = WriteSources & LogSources & NameSources

const PAGE = 200

export const exportDownloadHandlers: Handlers<'downloadLogExport', Context> = {
  downloadLogExport: async (request, context) => {
    const saved = findExport(request, context)
    if (isFailure(saved)) return saved
    if (saved.status !== 'success')
      return failure('conflict', `The export is ${saved.status}: it is downloaded once it is a success.`)
    const open = openExport(request, context, saved)
    if (isFailure(open)) return open
    const recorded = await commitChange(context, request, {
      action: 'download',
      resource: 'export',
      id: saved.id,
      workspace: saved.workspace,
      before: null,
      after: { filters: saved.filters, requested_data: saved.fields },
      writes: [],
    })
    if (isFailure(recorded)) return recorded
    return {
      body: null,
      stream: { bytes: streamPages(pagesOf(saved, open, context)), type: 'application/jsonl' },
      headers: ['content-disposition', `attachment; filename="logs-${saved.id}.jsonl"`],
    }
  },
}

const encoder = new TextEncoder()

async function* pagesOf(
  { id, fields }: SavedExport,
  { logs, filter }: OpenExport,
  { replica }: Pick<ControlSources, 'replica'>,
): AsyncGenerator<Uint8Array> {
  const withBodies = hasBodyFields(fields)
  const bodiesOf = async ({ record, hasBodies }: StoredRecord): Promise<LoggedBodies | undefined> =>
    withBodies && hasBodies ? await logs.bodies(record.id, filter.scope) : undefined
  for (let after: string | undefined; ; ) {
    const { records, next } = await logs.list(filter, PAGE, after)
    const bodies = await Promise.all(records.map(bodiesOf))
    const lines = records.map(
      (record, index) => `${JSON.stringify(showLine(record, fields, bodies[index]))}\n`,
    )
    yield encoder.encode(lines.join(''))
    if (next === undefined) return
    if (replica?.get(LOG_EXPORT, id)?.value['status'] === 'stopped') throw STOPPED
    after = next
  }
}

const STOPPED = failure('conflict', 'The export was stopped.')
