// Formats guards on one line: hook, checks, and whether they deny. Parameters are omitted: they may be as long as
// a schema.
import type { GuardNode, GuardUse } from '../../schemas/generated/types.ts'

/** `short (default.wordCount) denies`; defaults are omitted. */
function useWords({ id, checks, deny, async, sequential, stream }: GuardUse): string {
  const names = checks.map(check => check.id).join(', ')
  const denies = deny === 'never' ? [] : [deny === 'failed' ? 'denies' : 'denies on success']
  const held = deny === 'never' ? stream !== 'end' : stream !== 'hold'
  return [
    `${id} (${names})`,
    ...denies,
    ...(async ? ['async'] : []),
    ...(sequential ? ['sequential'] : []),
    ...(held ? [`stream ${stream}`] : []),
  ].join(' ')
}

const sideWords = (title: string, uses: readonly GuardUse[]): readonly string[] =>
  uses.length === 0 ? [] : [`${title} ${uses.map(useWords).join(', ')}`]

/** `requests by short (default.wordCount) denies; replies by clean (default.regexMatch)`. */
export const guardWords = ({ before, after }: GuardNode): readonly string[] => [
  ...sideWords('requests by', before),
  ...sideWords('replies by', after),
]
