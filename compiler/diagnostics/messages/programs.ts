// Mistakes of configs that are programs: before, while and after they run.
import { type Entry, entry } from './entry.ts'

export const programs = {
  'malformed-typescript': entry(
    'error',
    'The text is not TypeScript.',
    `
The file could not be parsed, so nothing else was looked at. The sentence is the one of the TypeScript compiler.

    export default { provider: 'openai'           # refused: "}" is missing
`,
  ),
  'type-error': entry(
    'error',
    'The types of a config do not fit.',
    `
A TypeScript config is checked before it runs; the sentence is the one of the TypeScript compiler. Mistakes in the exported
literal itself are told by the rules that YAML and JSON obey as well, with the same codes.

    const weights: number[] = ['3']               # refused

    const weights: number[] = [3]
`,
  ),
  'missing-import': entry(
    'error',
    'An import cannot be followed.',
    `
A config imports "portolan" and TypeScript files of its own project, by paths that are written out. It imports no packages
and no modules of Node, and no import leaves the project's folder: a config must compile alike on every machine.

    import { readFileSync } from 'node:fs'        # refused
    import { fast } from '../../elsewhere.ts'     # refused

    import { fast } from './models.ts'
`,
  ),
  'config-throws': entry(
    'error',
    'A config throws while it runs.',
    `
The config was run to find out its value, and threw. The place shown is the call or statement that was at work. A config
runs without files, network, environment, console and timers: what must vary between machines is a reference such as
\${env:NAME}, which the gateway resolves when it starts.

    const key = process.env.OPENAI_KEY            # refused

    const key = '\${env:OPENAI_KEY}'
`,
  ),
  'config-loops': entry(
    'error',
    'A config does not come to an end.',
    `
It ran too long, called itself without end, or waits for something that never comes. The work of a config is counted, not
timed, so it is stopped at the same place on every machine. The place shown is where it was stopped.

    for (let n = 0; n < 10; ) targets.push(target(n))     # refused: n never grows

    for (let n = 0; n < 10; n += 1) targets.push(target(n))
`,
  ),
  'config-out-of-memory': entry(
    'error',
    'A config needs too much memory.',
    `
A config may use 64 MiB while it runs and may hold 200,000 values when it is done. Look for a loop that adds more than was
meant, or for a list that is repeated inside itself.
`,
  ),
  'config-not-exported': entry(
    'error',
    'A config file has no default export.',
    `
The value of a TypeScript config is its default export.

    export const config = defineConfig({ ... })   # refused

    export default defineConfig({ ... })
`,
  ),
  'config-not-json': entry(
    'error',
    'A value cannot be written as JSON.',
    `
Configs consist of objects, arrays, texts, numbers, booleans and null. Functions, symbols, bigints, NaN, dates, promises,
maps, instances of classes, objects that hold themselves and undefined inside an array have no place in them. A property
whose value is undefined is simply absent.

    { weight: 1n }                                # refused
    { targets: models.forEach(target) }           # absent: forEach gives undefined

    { weight: 1, targets: models.map(target) }
`,
  ),
  'config-not-deterministic': entry(
    'error',
    'A config asks for the time or for chance.',
    `
The same config gives the same plan whenever and wherever it is compiled, else a plan could not be reviewed, compared or
cached. So Date and Math.random are not there. What depends on time belongs into a condition or into the request.

    { name: 'target-' + Date.now() }              # refused

    { name: 'target-1' }
`,
  ),
} as const satisfies Record<string, Entry>
