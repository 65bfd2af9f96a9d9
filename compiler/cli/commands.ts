// The commands of `portolan`, in the order in which a new user needs them.
import type { Command } from './command.ts'
import { checkCommand } from './commands/check.ts'
import { checksCommand } from './commands/checks.ts'
import { compileCommand } from './commands/compile.ts'
import { explainCommand } from './commands/explain.ts'
import { initCommand } from './commands/init.ts'
import { keyCommand } from './commands/key.ts'
import { printCommand } from './commands/print.ts'
import { providersCommand } from './commands/providers.ts'
import { serveCommand } from './commands/serve.ts'
import { simulateCommand } from './commands/simulate.ts'
import { testCommand } from './commands/test.ts'

export const commands: readonly Command[] = [
  initCommand,
  checkCommand,
  compileCommand,
  testCommand,
  simulateCommand,
  printCommand,
  explainCommand,
  providersCommand,
  checksCommand,
  keyCommand,
  serveCommand,
]
