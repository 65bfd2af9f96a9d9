// What handlers of logs need beside their store, made of the prices and the captured bodies of a process.
import type { StoredLogPorts } from '../control/logs/log-ports.ts'
import { replayRequest } from '../link/replay.ts'
import type { PriceList } from '../providers/model-prices.ts'
import type { CaptureBodies } from '../telemetry/capture-bodies.ts'

/** `capture` is absent if the manifest has no bodies stored. */
export const createLogPorts = (
  prices: Pick<PriceList, 'find'>,
  capture: CaptureBodies | undefined,
): StoredLogPorts => ({
  price: prices.find,
  keepBodies: (workspace, { user, request, response }) => {
    const captured = capture?.(workspace)
    if (request !== undefined) captured?.request(request)
    if (response !== undefined) captured?.response(response)
    return captured?.finish(undefined, user)
  },
  replay: replayRequest,
  reproduce: async (request, project) =>
    await (await import('./reproduce-log.ts')).reproduceLog(request, project),
})
