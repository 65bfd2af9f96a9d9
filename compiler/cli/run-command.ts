// Parses a command line and runs the command. Its only side effects go through the terminal, so tests run commands
// in-process.
import { parseArgs } from 'node:util'
import { quoteName } from '../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../schemas/values/suggest.ts'
import { VERSION } from '../facts/version.ts'
import { type Command, EXIT, type OptionValues, usageError } from './command.ts'
import { commands } from './commands.ts'
import { reflowHelp, wrapHelp, wrapUsage } from './layout/wrap-help.ts'
import type { Terminal } from './terminal.ts'

const formatOverview = (): string => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `portolan ${VERSION}: checks AI gateway configs and compiles them into plans.`,
    '',
    'Usage: portolan COMMAND [ARGUMENTS]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Run "portolan COMMAND --help" for details, "portolan --version" for the version.',
    'Exit codes: 0 clean, 1 findings, 64 usage error, 70 internal error.',
  ].join('\n')
}

const formatHelp = (name: string, { usage, help }: Command): string =>
  [...wrapUsage(`Usage: portolan ${name} `, usage), '', wrapHelp(help)].join('\n').trimEnd()

/** The message for an option that the command does not have, with the nearest one that it has. */
function unknownOption(args: readonly string[], { options }: Command): string | undefined {
  const known = [...Object.keys(options), 'help'].map(name => `--${name}`)
  const written = args
    .slice(0, args.includes('--') ? args.indexOf('--') : args.length)
    .map(argument => argument.split('=', 1)[0] ?? '')
    .find(argument => /^--./.test(argument) && !known.includes(argument))
  return written === undefined
    ? undefined
    : `Unknown option ${quoteName(written)}.${didYouMean(suggest(written, known))}`
}

function withBareValues(args: readonly string[], bareValues: Readonly<Record<string, string>>): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.map((argument, index) => {
    const value = index < end && argument.startsWith('--') ? bareValues[argument.slice(2)] : undefined
    return value === undefined ? argument : `${argument}=${value}`
  })
}

/** Runs a command line (without `node` and the script) and resolves to its exit code. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const topic = name === 'help' ? commands.find(command => command.name === args[0]) : undefined
    const shown = topic === undefined ? formatOverview() : formatHelp(topic.name, await topic.load())
    terminal.writeStdout(reflowHelp(shown, terminal.width))
    return name === undefined ? EXIT.usage : EXIT.clean
  }
  if (name === '--version' || name === '-v') {
    terminal.writeStdout(VERSION)
    return EXIT.clean
  }
  const entry = commands.find(each => each.name === name)
  if (entry === undefined) {
    const names = commands.map(each => each.name)
    return usageError(terminal, `Unknown command ${quoteName(name)}.${didYouMean(suggest(name, names))}`)
  }
  const command = await entry.load()
  let parsed: { values: OptionValues; positionals: readonly string[] }
  try {
    parsed = parseArgs({
      args: withBareValues(args, command.bareValues ?? {}),
      allowPositionals: true,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
    }) as typeof parsed
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The arguments are invalid.'
    return usageError(terminal, unknownOption(args, command) ?? message, name)
  }
  if (parsed.values['help'] === true) {
    terminal.writeStdout(reflowHelp(formatHelp(name, command), terminal.width))
    return EXIT.clean
  }
  return await command.run(parsed.positionals, parsed.values, terminal)
}
