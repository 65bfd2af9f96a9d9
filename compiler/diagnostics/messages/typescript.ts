// Diagnostics about TypeScript configs: before, while and after they run.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const typescriptMessages = {
  'malformed-typescript': defineMessage(
    'error',
    'The text is not TypeScript.',
    `
The file could not be parsed, so nothing else was checked. The message is that of the TypeScript compiler.

    export default { provider: 'openai'           # refused: "}" is missing
`,
  ),
  'type-error': defineMessage(
    'error',
    'A config has a type error.',
    `
A TypeScript config is type-checked before it runs; the message is that of the TypeScript compiler. Errors in the exported
literal itself are reported by the same rules, with the same codes, as in YAML and JSON.

    const weights: number[] = ['3']               # refused

    const weights: number[] = [3]
`,
  ),
  'missing-import': defineMessage(
    'error',
    'An import cannot be resolved.',
    `
A config can import "portolan" and TypeScript files of its own project, by literal paths. It cannot import packages or
Node.js modules, or files outside of the project's folder: a config must compile identically on every machine.

    import { readFileSync } from 'node:fs'        # refused
    import { fast } from '../../elsewhere.ts'     # refused

    import { fast } from './models.ts'
`,
  ),
  'config-throws': defineMessage(
    'error',
    'A config throws while it runs.',
    `
The config was run to compute its value, and threw. The location shown is the call or statement that threw. A config runs
without files, network, environment, console and timers: a value that varies between machines is a reference such as
\${env:NAME}, which the gateway resolves when it starts.

    const key = process.env.OPENAI_KEY            # refused

    const key = '\${env:OPENAI_KEY}'
`,
  ),
  'config-loops': defineMessage(
    'error',
    'A config does not terminate.',
    `
It ran too long, recursed without end, or awaits a promise that never settles. The steps of a config are counted, not
timed, so it is stopped at the same location on every machine. The location shown is where it was stopped.

    for (let n = 0; n < 10; ) targets.push(target(n))     # refused: n never increases

    for (let n = 0; n < 10; n += 1) targets.push(target(n))
`,
  ),
  'config-out-of-memory': defineMessage(
    'error',
    'A config needs too much memory.',
    `
A config can use 64 MiB while it runs, and its result can have 200,000 values. Look for a loop that adds more than
intended, or for a list that is repeated inside itself.
`,
  ),
  'config-not-exported': defineMessage(
    'error',
    'A config file has no default export.',
    `
The value of a TypeScript config is its default export.

    export const config = defineConfig({ ... })   # refused

    export default defineConfig({ ... })

Every file of the folder of configs is a config, except those whose names begin with an underscore: give a file that only holds parts for
other configs such a name, as in "_regions.ts".
`,
  ),
  'config-not-json': defineMessage(
    'error',
    'A value cannot be represented in JSON.',
    `
Configs consist of objects, arrays, strings, numbers, booleans and null. They cannot contain functions, symbols, bigints,
NaN, dates, promises, maps, class instances, circular references, or undefined inside an array. A property whose value is
undefined is omitted.

    { weight: 1n }                                # refused
    { targets: models.forEach(target) }           # omitted: forEach returns undefined

    { weight: 1, targets: models.map(target) }
`,
  ),
  'config-not-deterministic': defineMessage(
    'error',
    'A config uses the current time or a random number.',
    `
The same config must compile to the same plan at any time and on any machine, otherwise plans could not be reviewed,
compared or cached. So Date and Math.random are not available. Put values that depend on time into the request.

    { name: 'target-' + Date.now() }              # refused

    { name: 'target-1' }
`,
  ),
} as const satisfies Record<string, MessageEntry>
