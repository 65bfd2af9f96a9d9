// Every operation of the interface is a tool whose schema is valid, and whose arguments do not hide each other.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import {
  BODY_ARGUMENT,
  describeTools,
  IF_MATCH_ARGUMENT,
} from '../../../../runtime/control/tools/describe-tools.ts'
import { parseOpenApi } from '../../../../runtime/http/open-api.ts'
import { controlRoutes } from '../../../../schemas/generated/control-routes.ts'

const tools = describeTools(parseOpenApi())
const ajv = new Ajv2020({ strict: false, validateFormats: false })

it('has every operation of the interface once', () => {
  expect(new Set(tools.keys())).toEqual(new Set(controlRoutes.map(({ operation }) => operation)))
})

describe.each([...tools])('%s', (name, { fact, definition, inPath }) => {
  it('has a schema that can be compiled, with the parts of its path', () => {
    const schema = definition['inputSchema'] as object
    expect(() => ajv.compile(schema)).not.toThrow()
    expect(inPath).toEqual([...fact.path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each))
  })
  it('has arguments of distinct names', () => {
    const names = [...inPath, ...Object.keys(fact.query), BODY_ARGUMENT, IF_MATCH_ARGUMENT]
    expect(new Set(names).size).toBe(names.length)
  })
  it('says what it does', () => {
    const { readOnlyHint, destructiveHint } = definition['annotations'] as Record<string, unknown>
    expect(readOnlyHint).toBe(fact.method === 'GET' || fact.effect === 'read')
    if (/^(?:delete|remove|revoke|archive|erase|update|rotate)/.test(name)) expect(destructiveHint).toBe(true)
    if (/^create/.test(name)) expect(destructiveHint).toBe(false)
  })
})
