// Feedback on traces. A trace needs no record yet: records are written a moment after the reply, and feedback may be faster.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspaces } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, Handlers } from '../../core/api-request.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import type { LogSources, StoredFeedback } from '../../logs/log-store.ts'
import { LOG_STORE_REQUIRED } from '../../logs/log-view.ts'

type Context = ReadSources & Pick<ControlSources, 'clock' | 'randomId'> & LogSources

export const feedbackHandlers: Handlers<'createFeedback' | 'updateFeedback', Context> = {
  createFeedback: async (request, context) => {
    const { logs, clock, randomId } = context
    if (logs === undefined) return LOG_STORE_REQUIRED
    const workspaces = chooseWorkspaces(request.bodies, request, context)
    if (isFailure(workspaces)) return workspaces
    const all = request.bodies.map(
      ({ trace_id: trace, value, weight = 1, metadata = {} }, index): StoredFeedback => ({
        id: randomUuid(randomId()),
        workspace: workspaces[index] ?? '',
        trace,
        value,
        weight,
        metadata: metadata as JsonObject,
        time: clock.now(),
      }),
    )
    for (const feedback of all) await logs.putFeedback(feedback)
    return saved(all)
  },
  updateFeedback: async (request, context) => {
    const { logs } = context
    if (logs === undefined) return LOG_STORE_REQUIRED
    const id = request.path['feedbackID'] ?? ''
    const found = await logs.findFeedback(id, 'all')
    if (found === undefined || !request.may(found.workspace))
      return failure('not_found', `There is no feedback ${quoted(id)}.`)
    const { value, weight, metadata } = request.body
    const after: StoredFeedback = {
      ...found,
      ...(value !== undefined && { value }),
      ...(weight !== undefined && { weight }),
      ...(metadata !== undefined && { metadata: metadata as JsonObject }),
    }
    await logs.putFeedback(after)
    return saved([after])
  },
}

const saved = (all: readonly StoredFeedback[]): ApiReply => ({
  body: {
    status: 'success',
    message: 'Feedback was stored.',
    feedback_ids: all.map(({ id }) => id),
  },
})
