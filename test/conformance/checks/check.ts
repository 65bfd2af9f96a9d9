// The contract of a check: which plays it judges, and how. It throws what it finds wrong.
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

/** The recording is of a reply that ended well. */
export const isFine = ({ recording }: Play): boolean =>
  recording.kind !== 'error' && brokenOf(recording) === undefined
export const isChat = ({ path }: Play): boolean => path === '/chat/completions' || path === '/completions'
export const isStream = ({ recording: { kind } }: Play): boolean => kind === 'stream'

/** Whole replies always count; streams when they are asked to. */
export function asksForUsage(play: Play): boolean {
  const asked = asObject(parseJson(Buffer.from(play.body ?? []).toString()))
  return !isStream(play) || asObject(asked['stream_options'])['include_usage'] === true
}
