// Completion in bash 3.2 and later, without the package bash-completion.
import type { CompletedCommand } from './completed-command.ts'

export const bashScript = (commands: readonly CompletedCommand[]): string =>
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
