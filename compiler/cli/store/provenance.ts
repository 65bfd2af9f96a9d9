// Who pushes, and of which commit: from options, from the variables of common CI systems, and from git.
import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Provenance } from '../../../runtime/control/releases/release.ts'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import type { OptionValues } from '../command.ts'
import type { CompiledGroup } from '../compile-groups.ts'
import { isManifestName, isTestName, isTrafficName } from '../files/project-names.ts'
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

/** Whether a file counts as a change of the commit, by its absolute path. */
type IsSource = (path: string) => boolean

/** Plans, tests and traffic change nothing of what is compiled. */
const NO_SOURCE = /\.plan(?:\.map)?\.json$/

/** The files that a project is compiled from, also those that are gone. `folder`: what its parts are relative to. */
export function sourcesOfGroup(
  { root, parts, input }: Pick<CompiledGroup, 'input' | 'parts' | 'root'>,
  folder: string,
): IsSource {
  const named = [...(input.priceLists?.keys() ?? [])].map(file => resolve(root, file))
  const below = [
    parts.configsFolder === undefined
      ? join(root, manifestDefaults.configs)
      : resolve(folder, parts.configsFolder),
    parts.promptsFolder === undefined
      ? join(root, manifestDefaults.prompts)
      : resolve(folder, parts.promptsFolder),
  ]
  return path => {
    if (NO_SOURCE.test(path) || isTestName(path) || isTrafficName(path)) return false
    const isManifest = dirname(path) === root && isManifestName(basename(path))
    // What TypeScript imports, and modules of custom checks, may be anywhere.
    const isImported = path.endsWith('.ts') && path.startsWith(root + sep)
    const isBelow = below.some(each => path.startsWith(each + sep))
    return isManifest || isImported || isBelow || named.includes(path)
  }
}

/** `commit` is that of the option, or else of CI or of the repository that `root` is in; false leaves it out. */
export function provenance(
  { by, message }: OptionValues,
  commit: OptionValues[string] | false,
  { environment, folder }: Pick<Terminal, 'environment' | 'folder'>,
  { root = folder, isSource = () => true }: { readonly root?: string; readonly isSource?: IsSource } = {},
): Provenance {
  const first = (names: readonly string[]): string | undefined =>
    names.map(name => environment[name]).find(value => value !== undefined && value !== '')
  const known = commit === false ? undefined : (commit ?? first(COMMITS) ?? commitOf(root, isSource))
  return {
    by: typeof by === 'string' ? by : (first(PEOPLE) ?? environment['USER'] ?? userName()),
    at: Date.now(),
    ...(typeof known === 'string' ? { commit: known } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}

/** The commit of a working copy, with a plus where sources differ from it; undefined outside of a repository. */
function commitOf(folder: string, isSource: IsSource): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const prefix = git('rev-parse', '--show-prefix').trim()
    // A renamed file is two names, of which the second has no status.
    const changed = git('status', '--porcelain', '-z', '--untracked-files=all')
      .split('\0')
      .filter(line => line !== '')
      .flatMap(line => [line, line.slice(3)])
    const isChanged = changed.some(name => isSource(resolve(folder, relative(prefix, name))))
    return git('rev-parse', 'HEAD').trim() + (isChanged ? '+' : '')
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
