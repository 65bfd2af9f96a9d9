// The examples of schemas/clients.md run unchanged against the project that `npm start` serves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../support/folder.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

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

/** Runs a module as a function body, and returns what it logged. */
async function logged(code: string): Promise<readonly string[]> {
  const body = code
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${gateway.port}`)
    .replace(/^import (\{.*\}) from (.*)$/gm, 'const $1 = await load($2)')
    .replace(/^import (\w+) from (.*)$/gm, 'const { default: $1 } = await load($2)')
  const lines: string[] = []
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(logged).constructor
  await new AsyncFunction('load', 'console', body)((name: string) => PACKAGES[name]?.(), {
    log: (line: string) => lines.push(line),
  })
  return lines
}

it.each([
  ['openai', 1],
  ['anthropic', 1],
  ['azure', 1],
  ['vercel', 2],
  ['langchain', 1],
  ['bedrock', 1],
])('%s', async (name, answers) => {
  const code =
    new RegExp(`<!-- ${name} -->\\n\`\`\`js\\n([\\s\\S]*?)\`\`\``).exec(read('schemas/clients.md'))?.[1] ?? ''
  expect(await logged(code)).toEqual(Array(answers).fill('Hello'))
})
