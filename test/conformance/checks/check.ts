// The contract of a check: which replays it applies to, and the assertions. It throws on failure.
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { brokenOf } from '../broken.ts'
import type { Play } from '../plays.ts'
import type { Stage } from '../stage.ts'

export interface Check {
  /** The column of the table. */
  readonly name: string
  readonly fits: (play: Play) => boolean
  readonly judge: (stage: Stage) => Promise<void> | void
}

/** Whether the recording is of a successful reply. */
export const isFine = ({ recording }: Play): boolean =>
  recording.kind !== 'error' && brokenOf(recording) === undefined
export const isChat = ({ path }: Play): boolean => path === '/chat/completions' || path === '/completions'
export const isStream = ({ recording: { kind } }: Play): boolean => kind === 'stream'

/** Whole replies always include usage; streams when requested. */
export function asksForUsage(play: Play): boolean {
  const asked = asObject(parseJson(Buffer.from(play.body ?? []).toString()))
  return !isStream(play) || asObject(asked['stream_options'])['include_usage'] === true
}
