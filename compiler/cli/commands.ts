// The commands of `portolan`, in the order in which a new user needs them.
import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { checks } from './commands/checks.ts'
import { compile } from './commands/compile.ts'
import { explain } from './commands/explain.ts'
import { init } from './commands/init.ts'
import { print } from './commands/print.ts'
import { providers } from './commands/providers.ts'
import { serve } from './commands/serve.ts'

export const commands: readonly Command[] = [init, check, compile, print, explain, providers, checks, serve]
