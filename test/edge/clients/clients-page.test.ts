// The Node programs of `portolan clients` run unchanged against the project that `npm start` serves, with the packages that are installed here;
// those of other languages and packages are run by test/clients.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { exampleCode } from '../../../schemas/contracts/client-library.ts'
import { clientLibraries } from '../../../schemas/generated/client-libraries.ts'
import { ROOT } from '../../support/folder.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const { devDependencies } = JSON.parse(read('package.json')) as {
  readonly devDependencies: Readonly<Record<string, string>>
}

beforeAll(async () => {
  // One of them logs a long warning about an unknown model.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  gateway = await runGateway({ ...parse(read('examples/quickstart/gateway.yaml')), listen: { port: 0 } })
})
afterAll(() => gateway.stop())

const PACKAGES: Readonly<Record<string, () => Promise<object>>> = {
  openai: () => import('openai'),
  '@anthropic-ai/sdk': () => import('@anthropic-ai/sdk'),
  '@ai-sdk/anthropic': () => import('@ai-sdk/anthropic'),
  '@ai-sdk/openai': () => import('@ai-sdk/openai'),
  ai: () => import('ai'),
  '@langchain/openai': () => import('@langchain/openai'),
}

const isInstalled = (name: string): boolean => Object.hasOwn(devDependencies, name)

/** Portkey's needs a gateway with its names of headers: peer.test.ts. */
const EXAMPLES = clientLibraries.flatMap(({ id, languages }) =>
  languages
    .filter(
      ({ language, package: name = '' }) => language === 'node' && isInstalled(name) && id !== 'portkey',
    )
    .map(example => ({ id, example })),
)

/** Runs a module as a function body, and returns what it logged. */
async function logged(code: string): Promise<readonly string[]> {
  const body = code
    .replace(/^import (\{.*\}) from (.*)$/gm, 'const $1 = await load($2)')
    .replace(/^import (\w+) from (.*)$/gm, 'const { default: $1 } = await load($2)')
  const lines: string[] = []
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(logged).constructor
  const environment = { env: { PORTOLAN_API_KEY: 'unused' } }
  await new AsyncFunction('load', 'console', 'process', body)(
    (name: string) => PACKAGES[name]?.(),
    { log: (line: string) => lines.push(line) },
    environment,
  )
  return lines
}

describe('programs', () => {
  it('are those of five packages', () => {
    expect(EXAMPLES.map(({ id }) => id)).toEqual([
      'anthropic',
      'azure-openai',
      'langchain',
      'openai',
      'vercel-ai',
    ])
  })

  it.each(EXAMPLES)('$id', async ({ example }) => {
    const values = { origin: `http://127.0.0.1:${gateway.port}`, model: '@mock/echo' }
    const lines = await logged(exampleCode(example, values))
    expect(lines.length).toBeGreaterThan(0)
    expect(new Set(lines)).toEqual(new Set(['Hello']))
  })

  it.each(EXAMPLES)('$id was tried with the version that is installed', ({ example }) => {
    expect(example.tried).toBe(devDependencies[example.package ?? ''])
  })
})
