// Completion in fish, with the summaries of the commands.
import { type CompletedCommand, shellQuoted } from './completed-command.ts'

export const fishScript = (commands: readonly CompletedCommand[]): string =>
  [
    '# portolan completion fish',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c portolan -n __fish_use_subcommand -f -a ${name} -d ${shellQuoted(summary).replaceAll("'\\''", "\\'")}`,
    ),
    ...commands.flatMap(({ name, options }) =>
      options.map(
        option =>
          `complete -c portolan -n '__fish_seen_subcommand_from ${name}' -l ${option.name}${option.takesValue ? ' -r' : ''}`,
      ),
    ),
  ].join('\n')
