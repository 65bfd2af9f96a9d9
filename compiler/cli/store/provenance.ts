// Who pushes, and of which commit: from options, from the variables of common CI systems, and from git.
import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'
import type { Provenance } from '../../../runtime/control/releases/release.ts'
import type { OptionValues } from '../command.ts'
import type { Terminal } from '../terminal.ts'

export const PROVENANCE_OPTIONS = {
  by: { type: 'string' },
  message: { type: 'string', short: 'm' },
} as const

export const PROVENANCE_HELP = `  --by NAME          author of the change; default: the user of CI or of this
                     machine
  -m, --message TEXT reason for the change`

const PEOPLE = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'BUILDKITE_BUILD_AUTHOR', 'CIRCLE_USERNAME']
const COMMITS = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'BUILDKITE_COMMIT', 'CIRCLE_SHA1']

/** `commit` is that of the option, or else of CI or of the repository; false leaves it out. */
export function provenance(
  { by, message }: OptionValues,
  commit: OptionValues[string] | false,
  terminal: Terminal,
): Provenance {
  const { environment, folder } = terminal
  const first = (names: readonly string[]): string | undefined =>
    names.map(name => environment[name]).find(value => value !== undefined && value !== '')
  const known = commit === false ? undefined : (commit ?? first(COMMITS) ?? commitOf(folder))
  return {
    by: typeof by === 'string' ? by : (first(PEOPLE) ?? environment['USER'] ?? userName()),
    at: Date.now(),
    ...(typeof known === 'string' ? { commit: known } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}

/** The commit of a working copy, with a plus where files differ from it; undefined outside of a repository. */
function commitOf(folder: string): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain', '--', '.') === '' ? '' : '+')
  } catch {
    return undefined
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
