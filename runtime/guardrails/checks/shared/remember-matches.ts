// Matches of texts that were searched before: those of earlier turns of a conversation.
import type { RecallText } from '../../check.ts'
import type { FindInTurns } from '../../detect/text/find-in-windows.ts'
import type { TextMatch } from '../../detect/text/text-match.ts'

/** A text with more matches is searched again. */
const MAX_REMEMBERED = 16

export const rememberMatches = (
  find: FindInTurns,
  recall: RecallText | undefined,
  workspace: string,
): FindInTurns =>
  recall === undefined
    ? find
    : function* (text) {
        const memory = yield* recall<readonly TextMatch[]>(workspace, text)
        if (memory?.known !== undefined) return memory.known
        const matches = yield* find(text)
        if (matches !== undefined && matches.length <= MAX_REMEMBERED) memory?.remember(matches)
        return matches
      }
