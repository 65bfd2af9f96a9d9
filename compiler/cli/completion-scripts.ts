// The scripts by which shells complete command lines. Each completes paths where nothing else is known.

interface CompletedOption {
  readonly name: string
  readonly takesValue: boolean
  /** Those of its values that are known; other options take paths. */
  readonly values: readonly string[]
}

/** What a shell completes of a command. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** What the first argument may be; empty for paths. */
  readonly words: readonly string[]
}

/** What it completes: `portolan` with its commands, and `portolan-runtime`, which has options and a path. */
export interface CompletedPrograms {
  readonly commands: readonly CompletedCommand[]
  readonly runtime: readonly CompletedOption[]
}

/** A string in single quotes of a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const optionNames = (options: readonly CompletedOption[]): string =>
  options.map(({ name }) => `--${name}`).join(' ')

/** For bash 3.2 and later, without the package bash-completion. `--format=json` is three words there. */
const bashScript = ({ commands, runtime }: CompletedPrograms): string =>
  `# portolan completion bash
_portolan() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [ "$word" = = ]; then word=
  elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [ "\${COMP_WORDS[1]}" = help ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  else
    case "\${COMP_WORDS[1]} $before" in
${commands.flatMap(bashValues).join('\n')}
    *)
      if [ "\${word:0:1}" = - ]; then
        case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `        ${name}) words='${optionNames(options)}' ;;`).join('\n')}
        esac
      fi ;;
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}
complete -o default -F _portolan portolan
_portolan_runtime() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "\${word:0:1}" = - ]; then COMPREPLY=($(compgen -W '${optionNames(runtime)}' -- "$word")); fi
}
complete -o default -F _portolan_runtime portolan-runtime`

/** The cases of a command and the word before the one that is completed. */
const bashValues = ({ name, options, words }: CompletedCommand): readonly string[] => [
  ...options.flatMap(({ name: option, values }) =>
    values.length === 0 ? [] : [`    '${name} --${option}') words='${values.join(' ')}' ;;`],
  ),
  ...(words.length === 0
    ? []
    : [
        `    '${name} ${name}') case $word in -*) words='${optionNames(options)}' ;; *) words='${words.join(' ')}' ;; esac ;;`,
      ]),
]

const zshScript = ({ commands, runtime }: CompletedPrograms): string =>
  `#compdef portolan portolan-runtime
_portolan() {
  if [[ $service = portolan-runtime ]]; then
    _arguments ${zshOptions(runtime)} '*:path:_files'
    return
  fi
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${shellQuoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
    help) _describe command commands ;;
${commands.map(zshCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = _portolan ]; then _portolan "$@"; else compdef _portolan portolan portolan-runtime; fi`

const zshValues = (values: readonly string[]): string =>
  values.length === 0 ? '_files' : `(${values.join(' ')})`

const zshOptions = (options: readonly CompletedOption[]): string =>
  options
    .map(({ name, takesValue, values }) =>
      shellQuoted(`--${name}${takesValue ? `=:value:${zshValues(values)}` : ''}`),
    )
    .join(' ')

/** The first word of the arguments is the command itself. */
const zshCase = ({ name, options, words }: CompletedCommand): string =>
  `    ${name}) _arguments ${zshOptions(options)} '1:command:' ${words.length === 0 ? '' : `${shellQuoted(`2:word:${zshValues(words)}`)} `}'*:path:_files' ;;`

const fishScript = ({ commands, runtime }: CompletedPrograms): string =>
  [
    '# portolan completion fish',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c portolan -n __fish_use_subcommand -f -a ${name} -d ${shellQuoted(summary).replaceAll("'\\''", "\\'")}`,
    ),
    ...commands.flatMap(({ name, options, words }) => [
      ...(words.length === 0
        ? []
        : [`complete -c portolan -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]),
      ...options.map(
        option => `complete -c portolan -n '__fish_seen_subcommand_from ${name}' ${fishOption(option)}`,
      ),
    ]),
    ...runtime.map(option => `complete -c portolan-runtime ${fishOption(option)}`),
  ].join('\n')

const fishOption = ({ name, takesValue, values }: CompletedOption): string =>
  `-l ${name}${takesValue ? ' -r' : ''}${values.length === 0 ? '' : ` -f -a '${values.join(' ')}'`}`

export const SHELLS: Readonly<Record<string, (programs: CompletedPrograms) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
