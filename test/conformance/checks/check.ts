// The contract of a check: which replays it applies to, and the assertions. It throws on failure.
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { expectedErrorOf } from '../errors-in-success.ts'
import type { ReplayHarness } from '../harness.ts'
import type { Replay } from '../replays.ts'

export interface ConformanceCheck {
  /** The column of the table. */
  readonly name: string
  readonly applies: (play: Replay) => boolean
  readonly run: (stage: ReplayHarness) => Promise<void> | void
}

/** Whether the recording is of a successful reply. */
export const isSuccess = ({ recording }: Replay): boolean =>
  recording.kind !== 'error' && expectedErrorOf(recording) === undefined
export const isChat = ({ path }: Replay): boolean => path === '/chat/completions' || path === '/completions'
export const isStream = ({ recording: { kind } }: Replay): boolean => kind === 'stream'

/** Whole replies always include usage; streams when requested. */
export function requestsUsage(play: Replay): boolean {
  const body = asObject(parseJson(Buffer.from(play.body ?? []).toString()))
  return !isStream(play) || asObject(body['stream_options'])['include_usage'] === true
}
