// The types that openapi-typescript makes of the OpenAPI document compile, and are enough for four tasks: a config, a key, a limit and the
// logs. What the document does not know is an error.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder } from '../support/temporary-folder.ts'

const HEAD = `import type { paths } from './types.ts'
type Body<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
type Reply<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { responses: { 200: { content: { 'application/json': infer R } } } } ? R : never
`

const TASKS: readonly (readonly [name: string, program: string])[] = [
  [
    'config',
    `export const config: Body<'/configs', 'post'> =
      { workspace_id: 'default', name: 'chat', config: { provider: '@mock', retry: { attempts: 2 } } }
    export const idOf = (made: Reply<'/configs', 'post'>): string => made.id`,
  ],
  [
    'key',
    `export const key: Body<'/api-keys/workspace/service', 'post'> =
      { name: 'app', workspace_id: 'default', scopes: ['inference'] }
    export const secretOf = (made: Reply<'/api-keys/workspace/service', 'post'>): string => made.key`,
  ],
  [
    'limit',
    `export const limit: Body<'/policies/rate-limits', 'post'> = {
      workspace_id: 'default', conditions: [{ key: 'api_key', value: '*' }], group_by: [{ key: 'api_key' }],
      type: 'requests', unit: 'rpm', value: 10 }`,
  ],
  [
    'logs',
    `export const page: paths['/logs']['get']['parameters']['query'] =
      { time_of_generation_min: '2026-11-01', time_of_generation_max: '2026-12-01', page_size: 10 }
    export const idsOf = (logs: Reply<'/logs', 'get'>): readonly string[] => logs.data.map(({ id }) => id)`,
  ],
  [
    'chat',
    `export const chat: Body<'/chat/completions', 'post'> = { model: '@mock/echo', messages: [] }
    export const objectOf = (reply: Reply<'/chat/completions', 'post'>): unknown => reply['choices']`,
  ],
]
const WRONG: (typeof TASKS)[number] = [
  'wrong',
  `export const config: Body<'/configs', 'post'> = { nome: 'chat', config: {} }`,
]

const folder = makeFolder()
const fileOf = (name: string): string => join(folder, `${name}.ts`)
const errors = new Map<string | undefined, string[]>()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  const types = await openapiTypescript(new URL('../../schemas/generated/openapi.json', import.meta.url))
  writeFileSync(fileOf('types'), astToString(types))
  const programs = [...TASKS, WRONG]
  for (const [name, program] of programs) writeFileSync(fileOf(name), HEAD + program)
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  }
  const program = ts.createProgram(
    programs.map(([name]) => fileOf(name)),
    options,
  )
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const found = errors.get(file?.fileName) ?? []
    errors.set(file?.fileName, [...found, ts.flattenDiagnosticMessageText(messageText, ' ')])
  }
})

describe('a client of generated types', () => {
  test('has types without errors', () => {
    expect([errors.get(undefined), errors.get(fileOf('types'))]).toEqual([undefined, undefined])
  })

  test.each(TASKS)('compiles: %s', name => {
    expect(errors.get(fileOf(name))).toBeUndefined()
  })

  test('and one with a field that there is not does not', () => {
    expect(errors.get(fileOf('wrong'))).toHaveLength(1)
  })
})
