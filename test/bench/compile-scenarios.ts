// What compile.ts measures: each scenario prepares itself and gives the action to measure.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from 'typescript'
import { parse, stringify } from 'yaml'
import { cliCatalog } from '../../compiler/cli/cli-catalog.ts'
import { diffCommand } from '../../compiler/cli/commands/diff.ts'
import { type CompileMemory, compileGroups } from '../../compiler/cli/compile-groups.ts'
import { readersFor } from '../../compiler/cli/files/readers.ts'
import { createTerminal } from '../../compiler/cli/terminal.ts'
import { compileProject } from '../../compiler/project.ts'
import { declarationsOf } from '../../compiler/read/typescript/declarations.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { config as validator } from '../../schemas/generated/validators/config.js'
import { ROOT } from '../support/folder.ts'
import { TYPESCRIPT_CONFIG } from './config-folder.ts'

export interface Scenario {
  readonly run: () => unknown
  /** How often it is run in one process; the least counts. */
  readonly runs?: number
  /** Called before each run, outside of the measurement. */
  readonly between?: (run: number) => void
}

const list = <T>(length: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => item(index))

const silent = { write: () => true }
const checkOf = (folder: string, memory?: CompileMemory) => () =>
  compileGroups(
    [],
    'check',
    createTerminal(
      { stdout: silent, stderr: silent, env: {} },
      join(folder, 'project'),
      () => 0,
      () => '2026-06-01',
    ),
    memory,
  )

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const PATTERNS: readonly ((index: number) => string)[] = [
  index => `^user-${index}-[a-z]+$`,
  index => `^(paid|free)-${index}$`,
  index => `^eu-.*-${index}$`,
  index => `^[\\w.+-]+@team${index}\\.example$`,
  index => `(?i)hello ${index}`,
  index => `^(gpt|claude)-[0-9]+(\\.[0-9]+)?-${index}(-.*)?$`,
]

const QUERIES: readonly ((index: number) => object)[] = [
  index => ({ 'metadata.user': `user-${index}` }),
  index => ({ 'metadata.plan': { $in: ['team', `plan-${index}`] }, 'params.max_tokens': { $gt: index } }),
  index => ({ 'metadata.user': { $regex: `^user-${index}-` } }),
]

const routing = (targets: number, conditions: number, query: (index: number) => object): object => ({
  strategy: {
    mode: 'conditional',
    conditions: list(conditions, index => ({ query: query(index), then: `t${index % targets}` })),
    default: 't0',
  },
  targets: list(targets, index => ({
    name: `t${index}`,
    provider: 'mock',
    override_params: { model: `model-${index}` },
  })),
})

function compilationOf(config: object): Scenario {
  const source = { name: 'large.yaml', text: stringify(config) }
  return {
    run: () => {
      const { bundle } = compileProject(
        { configs: new Map([['large', { source, read: readYaml }]]) },
        cliCatalog(),
        sha256,
      )
      if (bundle === undefined) throw new Error('The config of the bench has an error.')
    },
  }
}

/** `portolan diff` of two projects whose conditions differ in one target, both compiled for it. */
function comparisonOf(folder: string, query: (index: number) => object): Scenario {
  const text = stringify(routing(2_000, 2_000, query))
  return comparison(folder, text, text.replace('then: t1000\n', 'then: t1001\n'))
}

/** A fallback over load balancers, and the same with another weight in the last one. */
function balancersOf(folder: string, size: number): Scenario {
  const text = (weight: number): string =>
    stringify({
      strategy: { mode: 'fallback' },
      targets: Array.from({ length: size }, (_, row) => ({
        strategy: { mode: 'loadbalance' },
        targets: Array.from({ length: size }, (_, column) => ({
          weight: row === size - 1 && column === 0 ? weight : 1,
          ...{ provider: 'openai', api_key: '${env:KEY}', override_params: { model: `m-${row}-${column}` } },
        })),
      })),
    })
  return comparison(folder, text(1), text(3))
}

function comparison(folder: string, before: string, after: string): Scenario {
  const terminal = createTerminal(
    { stdout: silent, stderr: silent, env: {} },
    folder,
    () => 0,
    () => '2026-06-01',
  )
  for (const [side, text] of [
    ['before', before],
    ['after', after],
  ] as const) {
    mkdirSync(join(folder, side, 'configs'), { recursive: true })
    writeFileSync(join(folder, side, 'gateway.yaml'), 'name: bench\n')
    writeFileSync(join(folder, side, 'configs/large.yaml'), text)
  }
  return {
    run: async () => {
      const options = { 'fail-on': 'routing', format: 'pretty' }
      if ((await diffCommand.run(['before', 'after'], options, terminal)) !== 1)
        throw new Error('The projects of the bench have no difference.')
    },
  }
}

/** The types of the config, and their errors, as any tool of TypeScript computes them. */
function typesOf(folder: string): Scenario {
  const declarations = join(folder, 'typescript/portolan.d.ts')
  const text = readFileSync(`${ROOT}schemas/generated/types.ts`, 'utf8')
  writeFileSync(declarations, declarationsOf(text))
  const path = join(folder, 'typescript/types.ts')
  writeFileSync(path, TYPESCRIPT_CONFIG)
  return {
    run: () => {
      const compiler = createRequire(import.meta.url)('typescript') as typeof ts
      const program = compiler.createProgram([path], {
        target: compiler.ScriptTarget.ES2022,
        module: compiler.ModuleKind.ESNext,
        moduleResolution: compiler.ModuleResolutionKind.Bundler,
        lib: ['lib.es2022.d.ts'],
        types: [],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        paths: { portolan: [declarations] },
      })
      const found = compiler.getPreEmitDiagnostics(program)
      if (found.length > 0) throw new Error(compiler.flattenDiagnosticMessageText(found[0]?.messageText, ' '))
    },
  }
}

export const SCENARIOS = {
  'check of 1,000 configs': folder => ({ run: checkOf(folder) }),
  'package and validator alone': folder => ({
    run: () => {
      const configs = join(folder, 'project/configs')
      for (const name of readdirSync(configs)) validator(parse(readFileSync(join(configs, name), 'utf8')))
    },
  }),
  'one change of 1,000 configs': async folder => {
    const check = checkOf(folder, new Map())
    await check()
    const path = join(folder, 'project/configs/config-7.yaml')
    const text = readFileSync(path, 'utf8')
    const change = (run: number): void => writeFileSync(path, text.replace('weight: 3', `weight: ${run + 4}`))
    return { run: check, runs: 15, between: change }
  },
  '10,000 targets, 2,000 conditions': () =>
    compilationOf(routing(10_000, 2_000, index => ({ 'metadata.user': `user-${index}` }))),
  '10,000 targets, 2,000 conditions of all kinds': () =>
    compilationOf(routing(10_000, 2_000, index => QUERIES[index % QUERIES.length]?.(index) ?? {})),
  '2,000 regular expressions': () =>
    compilationOf(
      routing(10, 2_000, index => ({
        'metadata.user': { $regex: PATTERNS[index % PATTERNS.length]?.(index) },
      })),
    ),
  'a difference of 2,000 values': folder =>
    comparisonOf(folder, index => ({ 'metadata.user': `user-${index}` })),
  'a difference of 2,000 ranges': folder =>
    comparisonOf(folder, index => ({ 'params.max_tokens': { $gte: 10 * index, $lt: 10 * index + 10 } })),
  'a difference of 25 balancers of 25 targets': folder => balancersOf(folder, 25),
  'a difference of 50 balancers of 50 targets': folder => balancersOf(folder, 50),
  'a difference of 100 balancers of 100 targets': folder => balancersOf(folder, 100),
  'a TypeScript config': folder => ({
    run: async () => {
      const root = join(folder, 'typescript')
      const readerOf = await readersFor(['made.ts'], root, root)
      const parsed = readerOf('made.ts')({ name: 'made.ts', text: TYPESCRIPT_CONFIG }, ({ message }) => {
        throw new Error(message)
      })
      if (parsed === undefined) throw new Error('The config of the bench has an error.')
    },
  }),
  'its types alone': typesOf,
} as const satisfies Record<string, (folder: string) => Scenario | Promise<Scenario>>
