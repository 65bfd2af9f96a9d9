// Formats guards on one line: hook, checks, and whether they deny. Parameters are omitted: they may be as long as
// a schema.
import type { GuardNode, GuardUse } from '../../schemas/generated/types.ts'

/** `short (default.wordCount) denies`; defaults are omitted. */
function formatGuard({ id, checks, deny, async, beside = false, sequential }: GuardUse): string {
  const names = checks.map(check => check.id).join(', ')
  const denyText = deny === 'never' ? [] : [deny === 'failed' ? 'denies' : 'denies on success']
  return [
    `${id} (${names})`,
    ...denyText,
    ...(async ? ['async'] : []),
    ...(beside ? ['beside the call'] : []),
    ...(sequential ? ['sequential'] : []),
  ].join(' ')
}

const formatOutputGuard = (use: GuardUse): string =>
  use.stream === 'end' ? formatGuard(use) : `${formatGuard(use)} stream ${use.stream}`

const formatHook = (title: string, guards: readonly string[]): readonly string[] =>
  guards.length === 0 ? [] : [`${title} ${guards.join(', ')}`]

/** `requests by short (default.wordCount) denies; replies by clean (default.regexMatch) denies stream window`. */
export const formatGuards = ({ before, after }: GuardNode): readonly string[] => [
  ...formatHook('requests by', before.map(formatGuard)),
  ...formatHook('replies by', after.map(formatOutputGuard)),
]
