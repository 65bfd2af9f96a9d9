// Stores records of requests that went past the gateway.
import type { LogInsert } from '../../../../schemas/generated/control-types.ts'
import { linkRequestTags } from '../../../gateway/request-tags.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { chooseWorkspaces } from '../../access/workspaces/choose-workspace.ts'
import type { Handlers } from '../../core/api-request.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { readTime } from '../../core/read-time.ts'
import { outsideBodies, toIngestedRecord } from '../../logs/ingested-record.ts'
import type { LogPortSources } from '../../logs/log-ports.ts'
import type { LogSources } from '../../logs/log-store.ts'
import { LOG_STORE_REQUIRED } from '../../logs/log-view.ts'

type Context = ReadSources & Pick<ControlSources, 'clock' | 'randomId'> & LogSources & LogPortSources

/** Records of the future would be the newest of every list. */
const MAX_AHEAD = 300_000

export const insertHandlers: Handlers<'insertLogs', Context> = {
  insertLogs: async (request, context) => {
    const { logs, logPorts, clock, randomId } = context
    if (logs === undefined || logPorts === undefined) return LOG_STORE_REQUIRED
    const { principal, bodies: inserts } = request
    const workspaces = chooseWorkspaces(inserts, request, context)
    if (isFailure(workspaces)) return workspaces
    const now = clock.now()
    const faults = timeFaults(inserts, now, context.gateway.telemetry?.store?.records ?? MAX_AGE)
    if (faults.length > 0)
      return failure('invalid_request', faults.slice(0, MAX_FAULTS).join(' '), { param: 'created_at' })
    const tagRequest = linkRequestTags()
    const records = inserts.map((insert, index) => {
      const workspace = workspaces[index] ?? ''
      const record = toIngestedRecord(
        insert,
        { key: principal.key ?? principal.id, workspace },
        { id: randomId(), now, price: logPorts.price, tagRequest },
      )
      return { record, kept: logPorts.keepBodies(workspace, outsideBodies(insert)) }
    })
    await logs.append({
      id: randomId(),
      lines: records.map(({ record }) => JSON.stringify(record)).join('\n'),
      bodies: records.flatMap(({ record, kept }) =>
        kept === undefined
          ? []
          : [
              {
                id: record.id,
                ...(kept.user !== undefined && { user: kept.user }),
                ...(kept.request && { request: kept.request }),
                ...(kept.response && { response: kept.response }),
              },
            ],
      ),
    })
    return { body: { status: 'success', ids: records.map(({ record }) => record.id), object: 'logs' } }
  },
}

/** Where nothing says how long records are kept. */
const MAX_AGE = 90 * 86_400_000
/** Records whose times are named in one reply. */
const MAX_FAULTS = 10

/** A sentence for each record that no list would show, or all of them first: such times have tables of their own in the store. */
function timeFaults(inserts: readonly LogInsert[], now: number, age: number): readonly string[] {
  return inserts.flatMap(({ created_at: at }, index) => {
    const where = inserts.length === 1 ? '' : `Item ${index + 1} of the list: `
    const time = at === undefined ? now : readTime('created_at', at)
    if (isFailure(time)) return [`${where}${time.message}`]
    if (time > now + MAX_AHEAD) return [`${where}created_at is in the future.`]
    return time < now - age
      ? [
          `${where}created_at is more than ${Math.round(age / 86_400_000)} days ago, and such records are not retained.`,
        ]
      : []
  })
}
