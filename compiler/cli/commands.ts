// The commands of `portolan`, in the order in which a new user needs them.
import type { Command } from './command.ts'
import { adminKeyCommand } from './commands/admin-key.ts'
import { analyseCommand } from './commands/analyse.ts'
import { checkCommand } from './commands/check.ts'
import { checksCommand } from './commands/checks.ts'
import { compileCommand } from './commands/compile.ts'
import { diffCommand } from './commands/diff.ts'
import { explainCommand } from './commands/explain.ts'
import { graphCommand } from './commands/graph.ts'
import { historyCommand } from './commands/history.ts'
import { initCommand } from './commands/init.ts'
import { keyCommand } from './commands/key.ts'
import { logsCommand } from './commands/logs.ts'
import { printCommand } from './commands/print.ts'
import { promoteCommand } from './commands/promote.ts'
import { providersCommand } from './commands/providers.ts'
import { pullCommand } from './commands/pull.ts'
import { pushCommand } from './commands/push.ts'
import { rollbackCommand } from './commands/rollback.ts'
import { secretsCommand } from './commands/secrets.ts'
import { serveCommand } from './commands/serve.ts'
import { showCommand } from './commands/show.ts'
import { simulateCommand } from './commands/simulate.ts'
import { statusCommand } from './commands/status.ts'
import { testCommand } from './commands/test.ts'

export const commands: readonly Command[] = [
  initCommand,
  checkCommand,
  compileCommand,
  testCommand,
  simulateCommand,
  printCommand,
  analyseCommand,
  diffCommand,
  graphCommand,
  explainCommand,
  providersCommand,
  checksCommand,
  keyCommand,
  adminKeyCommand,
  serveCommand,
  pushCommand,
  promoteCommand,
  rollbackCommand,
  historyCommand,
  showCommand,
  statusCommand,
  pullCommand,
  secretsCommand,
  logsCommand,
]
