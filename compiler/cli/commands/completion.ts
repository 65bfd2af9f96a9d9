// `portolan completion`: prints a script by which a shell completes commands and options, made from the table of commands.
import { RUNTIME_OPTIONS } from '../../../runtime/process/read-options.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type Command, type CommandEntry, EXIT, usageError } from '../command.ts'
import { type CompletedCommand, SHELLS } from '../completion-scripts.ts'
import { FORMAT_NAMES } from '../formats/formats.ts'

const HELP = { name: 'help', takesValue: false, values: [] }

const completedOptions = (
  options: Command['options'],
  values: Readonly<Record<string, readonly string[]>>,
): CompletedCommand['options'] =>
  Object.entries(options).map(([name, { type }]) => ({
    name,
    takesValue: type === 'string',
    values: values[name] ?? [],
  }))

/** The command, for these and itself. */
export const completionOf = (commands: readonly CommandEntry[]): Command => ({
  usage: 'bash|zsh|fish',
  help: `Prints a script that completes commands, options and their values of portolan and portolan-runtime, and paths.

  bash   source <(portolan completion bash)
  zsh    source <(portolan completion zsh)
  fish   portolan completion fish | source

Write the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish to have it in every shell.`,
  options: {},
  words: () => ({ '': Object.keys(SHELLS) }),
  run: async ([shell = '', ...others], _values, terminal) => {
    const names = Object.keys(SHELLS)
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
    if (write === undefined || others.length > 0)
      return usageError(
        terminal,
        shell === '' || others.length > 0
          ? `Name one shell: ${names.join(', ')}.`
          : `Unknown shell ${quoteName(shell)}.${didYouMean(suggest(shell, names))}`,
        'completion',
      )
    const loaded = commands.map(async ({ name, summary, load }) => {
      const { options, words } = await load()
      const known = words?.() ?? {}
      const values = { ...('format' in options && { format: FORMAT_NAMES }), ...known }
      return { name, summary, options: [...completedOptions(options, values), HELP], words: known[''] ?? [] }
    })
    const runtime = completedOptions(RUNTIME_OPTIONS, {})
    terminal.writeStdout(write({ commands: await Promise.all(loaded), runtime }))
    return EXIT.clean
  },
})
