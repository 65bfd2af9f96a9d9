// Stores records of requests that went past the gateway.
import type { LogInsert } from '../../../schemas/generated/control-types.ts'
import { linkRequestTags } from '../../gateway/request-tags.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { Handlers } from '../api/api-request.ts'
import { chooseWorkspace } from '../workspaces/choose-workspace.ts'
import { LOG_STORE_REQUIRED } from './log-view.ts'
import { outsideBodies, toOutsideRecord } from './outside-record.ts'

/** Records of the future would be the newest of every list. */
const MAX_AHEAD = 300_000

export const insertHandlers: Handlers<'insertLogs'> = {
  insertLogs: async ({ principal, may, bodies: given }, context) => {
    const { logs, logPorts, clock, randomId } = context
    if (logs === undefined || logPorts === undefined) return LOG_STORE_REQUIRED
    const workspace = chooseWorkspace({ principal, may }, context, undefined)
    if (isFailure(workspace)) return workspace
    const inserts = given as unknown as readonly LogInsert[]
    const now = clock.now()
    const early = inserts.find(({ created_at: at }) => at !== undefined && Date.parse(at) > now + MAX_AHEAD)
    if (early !== undefined)
      return failure('invalid_request', 'created_at is in the future.', { param: 'created_at' })
    const tagRequest = linkRequestTags()
    const records = inserts.map(insert => {
      const record = toOutsideRecord(
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
                ...(kept.request && { request: kept.request }),
                ...(kept.response && { response: kept.response }),
              },
            ],
      ),
    })
    return { body: { status: 'success', ids: records.map(({ record }) => record.id), object: 'logs' } }
  },
}
