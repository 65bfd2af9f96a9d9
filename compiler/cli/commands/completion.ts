// `portolan completion`: prints a script by which a shell completes commands and options, made from the table of commands.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type Command, type CommandEntry, EXIT, usageError } from '../command.ts'
import { SHELLS } from '../completion-scripts.ts'

/** The command, for these and itself. */
export const completionOf = (commands: readonly CommandEntry[]): Command => ({
  usage: 'bash|zsh|fish',
  help: `Prints a script that completes commands and options of portolan, and paths.

  bash   source <(portolan completion bash)
  zsh    source <(portolan completion zsh)
  fish   portolan completion fish | source

Write the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish to have it in every shell.`,
  options: {},
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
      const { options } = await load()
      const own = Object.entries(options).map(([option, { type }]) => ({
        name: option,
        takesValue: type === 'string',
      }))
      return { name, summary, options: [...own, { name: 'help', takesValue: false }] }
    })
    terminal.writeStdout(write(await Promise.all(loaded)))
    return EXIT.clean
  },
})
