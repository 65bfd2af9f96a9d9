// The scripts by which shells complete command lines. Each completes paths where neither a command nor an option is written.

/** What a shell completes of a command. */
interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly { readonly name: string; readonly takesValue: boolean }[]
}

/** A string in single quotes of a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** For bash 3.2 and later, without the package bash-completion. */
const bashScript = (commands: readonly CompletedCommand[]): string =>
  `# portolan completion bash
_portolan() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [ "\${COMP_WORDS[1]}" = help ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [ "\${word:0:1}" = - ]; then
    case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `    ${name}) words='${options.map(option => `--${option.name}`).join(' ')}' ;;`).join('\n')}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}
complete -o default -F _portolan portolan`

const zshScript = (commands: readonly CompletedCommand[]): string =>
  `#compdef portolan
_portolan() {
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
if [ "$funcstack[1]" = _portolan ]; then _portolan "$@"; else compdef _portolan portolan; fi`

const zshCase = ({ name, options }: CompletedCommand): string =>
  `    ${name}) _arguments ${options.map(option => shellQuoted(`--${option.name}${option.takesValue ? '=:value:_files' : ''}`)).join(' ')} '*:path:_files' ;;`

const fishScript = (commands: readonly CompletedCommand[]): string =>
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

export const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
