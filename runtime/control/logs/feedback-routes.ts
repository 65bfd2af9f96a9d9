// Feedback on traces of a workspace. Records are stored a moment after the reply, and feedback may be faster, so a trace without records is
// looked for again before it counts as none.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { failure, isFailure, quoted } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import { chooseWorkspaces } from '../access/workspaces/choose-workspace.ts'
import type { ApiReply, SomeHandlers } from '../core/api-request.ts'
import type { ControlSources, ReadSources } from '../core/control-sources.ts'
import type { LogSources, LogStore, StoredFeedback } from './log-store.ts'
import { LOG_STORE_REQUIRED, noRecord } from './log-view.ts'

type Context = ReadSources & Pick<ControlSources, 'clock' | 'randomId'> & LogSources

export const feedbackHandlers = {
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
    const absent = await absentTrace(all, logs, clock)
    if (absent !== undefined)
      return noRecord(
        logs,
        failure(
          'not_found',
          `There is no trace ${quoted(absent.trace)} in the workspace ${quoted(absent.workspace)}.`,
          { param: 'trace_id' },
        ),
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
} satisfies SomeHandlers<Context>

/** Milliseconds in which records of a reply are stored, and between two looks. */
const RECORDED = 2_000
const LOOK = 250

type Place = Pick<StoredFeedback, 'trace' | 'workspace'>

/** The first whose workspace has no record of its trace, once records of replies have been stored. */
async function absentTrace(
  all: readonly Place[],
  logs: LogStore,
  clock: Pick<Clock, 'after' | 'monotonic'>,
): Promise<Place | undefined> {
  const places = new Map(all.map(({ trace, workspace }) => [`${workspace} ${trace}`, { trace, workspace }]))
  const end = clock.monotonic() + RECORDED
  for (;;) {
    let absent: Place | undefined
    for (const [name, place] of places) {
      const records = await logs.findTrace(place.trace, [place.workspace])
      if (records.length === 0) absent = place
      else places.delete(name)
      if (absent !== undefined) break
    }
    if (absent === undefined || clock.monotonic() >= end) return absent
    await new Promise<void>(resolve => void clock.after(LOOK, resolve))
  }
}

const saved = (all: readonly StoredFeedback[]): ApiReply => ({
  body: {
    status: 'success',
    message: 'Feedback was stored.',
    feedback_ids: all.map(({ id }) => id),
  },
})
