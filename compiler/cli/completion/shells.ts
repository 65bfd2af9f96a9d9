// The shells that complete command lines. Each script completes paths where neither a command nor an option is written.

import { bashScript } from './bash.ts'
import type { CompletedCommand } from './completed-command.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

export const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
