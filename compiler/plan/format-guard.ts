// Formats guards on one line: hook, checks, and whether they deny. Parameters are omitted: they may be as long as
// a schema.
import type { GuardNode, GuardUse } from '../../schemas/generated/types.ts'

/** `short (default.wordCount) denies`; defaults are omitted. */
function formatGuard({ id, checks, deny, async, sequential, stream }: GuardUse): string {
  const names = checks.map(check => check.id).join(', ')
  const denyText = deny === 'never' ? [] : [deny === 'failed' ? 'denies' : 'denies on success']
  const hasCustomStream = deny === 'never' ? stream !== 'end' : stream !== 'hold'
  return [
    `${id} (${names})`,
    ...denyText,
    ...(async ? ['async'] : []),
    ...(sequential ? ['sequential'] : []),
    ...(hasCustomStream ? [`stream ${stream}`] : []),
  ].join(' ')
}

const formatHook = (title: string, uses: readonly GuardUse[]): readonly string[] =>
  uses.length === 0 ? [] : [`${title} ${uses.map(formatGuard).join(', ')}`]

/** `requests by short (default.wordCount) denies; replies by clean (default.regexMatch)`. */
export const formatGuards = ({ before, after }: GuardNode): readonly string[] => [
  ...formatHook('requests by', before),
  ...formatHook('replies by', after),
]
