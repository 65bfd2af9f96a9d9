// Completion in zsh, with the summaries of the commands.
import { type CompletedCommand, shellQuoted } from './completed-command.ts'

export const zshScript = (commands: readonly CompletedCommand[]): string =>
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
${commands.map(line).join('\n')}
  esac
}
if [ "$funcstack[1]" = _portolan ]; then _portolan "$@"; else compdef _portolan portolan; fi`

const line = ({ name, options }: CompletedCommand): string =>
  `    ${name}) _arguments ${options.map(option => shellQuoted(`--${option.name}${option.takesValue ? '=:value:_files' : ''}`)).join(' ')} '*:path:_files' ;;`
