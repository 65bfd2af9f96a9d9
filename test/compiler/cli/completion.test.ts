// Shells complete command lines by the scripts of `portolan completion`: that of bash is tried in a bash.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { portolan } from '../../support/command.ts'
import { findProgram } from '../../support/find-program.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const scriptFor = async (shell: string): Promise<string> => (await portolan(['completion', shell])).out

/** What bash offers at the end of a command line. */
function complete(script: string, ...words: readonly string[]): readonly string[] {
  const line = ['portolan', ...words].map(word => `'${word}'`).join(' ')
  const typed = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _portolan; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-euc', typed], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(word => word !== '')
}

describe('in bash', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['the beginning of a command', ['che'], ['check', 'checks']],
    ['the command of help', ['help', 'rol'], ['rollback']],
    ['an option', ['check', '--d'], ['--diff', '--deny-warnings']],
    ['a value of an option', ['check', '--format', 'j'], ['json', 'junit']],
    ['a value behind an equals sign', ['diff', '--fail-on', '=', 'sec'], ['security']],
    ['every value behind an equals sign', ['graph', '--format', '='], ['mermaid', 'svg', 'html']],
    ['a code', ['explain', 'misspelled-m'], ['misspelled-model']],
    ['a failure', ['explain', 'body_too'], ['body_too_large']],
    ['a provider', ['providers', 'openr'], ['openrouter']],
    ['an action', ['logs', 'ta'], ['tail']],
    ['an option of a command with actions', ['logs', '--fol'], ['--follow']],
    ['a format of another gateway', ['import', '--from', 'lite'], ['litellm']],
    ['a path behind a word', ['logs', 'tail', 'x'], []],
    ['an option after other words', ['graph', '.', '--f'], ['--format']],
    ['a path: left to the shell', ['check', 'conf'], []],
    ['an option of an unknown command: nothing', ['chek', '--'], []],
  ])('completes %s', async (_title, words, expected) => {
    expect(complete(await scriptFor('bash'), ...words)).toEqual(expected)
  })

  it('offers every command, and is the completion of portolan', async () => {
    const script = await scriptFor('bash')
    expect(complete(script, '')).toEqual(commands.map(({ name }) => name))
    const { stdout } = spawnSync('bash', ['--norc', '-euc', `${script}\ncomplete -p portolan`], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('complete -o default -F _portolan portolan\n')
  })

  it('completes the options of portolan-runtime', async () => {
    const typed = `${await scriptFor('bash')}\nCOMP_WORDS=(portolan-runtime --st); COMP_CWORD=1; _portolan_runtime; printf '%s\\n' "\${COMPREPLY[@]}"`
    expect(spawnSync('bash', ['--norc', '-euc', typed], { encoding: 'utf8' }).stdout).toBe('--store\n')
  })
})

describe.each(['bash', 'zsh', 'fish'])('the script for %s', shell => {
  it('has every command with its options', async () => {
    const script = await scriptFor(shell)
    for (const { name, load } of commands) {
      expect(script).toContain(name)
      for (const option of Object.keys((await load()).options)) expect(script).toContain(option)
    }
  })

  it('is read by the shell, if it is on this machine', async () => {
    if (findProgram(shell) === undefined) return
    // Of a file: fish reads a pipe as what is typed.
    const folder = temporaryFolder({ script: await scriptFor(shell) })
    const { stderr, status } = spawnSync(shell, ['-n', 'script'], { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

it.each([
  [[], /Name one shell: bash, zsh, fish\./],
  [['zhs'], /Unknown shell "zhs"\. Did you mean "zsh"\?/],
])('%j: a sentence and 64', async (words, sentence) => {
  expect(await portolan(['completion', ...words])).toMatchObject({
    code: 64,
    complaints: expect.stringMatching(sentence),
  })
})
