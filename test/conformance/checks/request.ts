// A recorded body is forwarded as recorded, except for renames and omissions of the provider spec.
import { expect } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { type ReplayConfig, specOf } from '../provider-configs.ts'
import type { ConformanceCheck } from './check.ts'

export const request: ConformanceCheck = {
  name: 'request',
  applies: ({ isRecordedBody, body, mode }) => isRecordedBody && body !== undefined && mode !== 'resource',
  run: async ({ replay: { body, config, mode, path }, send }) => {
    const { sent } = await send()
    const recorded = Buffer.from(body ?? [])
    if (recorded.equals(sent.bytes)) return
    expect(['native', 'normalized'], 'the bytes of a pass-through body').toContain(mode)
    expect(path).not.toMatch(/messages|responses/)
    const known = asObject(parseJson(recorded.toString()))
    const expected = withRenames(known, config)
    if (mode === 'native')
      expect(Object.keys(expected), 'nothing is renamed, and yet the bytes differ').not.toEqual(
        Object.keys(known),
      )
    expect(sent.json).toEqual(expected)
  },
}

/** The body with the provider's parameter names. */
function withRenames(body: JsonObject, config: ReplayConfig): JsonObject {
  const { renames = {}, omits = [] } = specOf(config)
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !omits.includes(name))
      .map(([name, value]) => [(renames as Readonly<Record<string, string>>)[name] ?? name, value]),
  )
}
