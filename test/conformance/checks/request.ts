// A recorded body is forwarded as recorded, except for renames and omissions of the provider spec.
import { expect } from 'vitest'
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { type PlayedConfig, rowOf } from '../rows.ts'
import type { Check } from './check.ts'

export const request: Check = {
  name: 'request',
  fits: ({ asRecorded, body, way }) => asRecorded && body !== undefined && way !== 'resource',
  judge: async ({ play: { body, config, way, path }, ask }) => {
    const { sent } = await ask()
    const recorded = Buffer.from(body ?? [])
    if (recorded.equals(sent.bytes)) return
    expect(['native', 'normalized'], 'the bytes of a pass-through body').toContain(way)
    expect(path).not.toMatch(/messages|responses/)
    const known = asObject(parseJson(recorded.toString()))
    const expected = told(known, config)
    if (way === 'native')
      expect(Object.keys(expected), 'nothing is renamed, and yet the bytes differ').not.toEqual(
        Object.keys(known),
      )
    expect(sent.json).toEqual(expected)
  },
}

/** The body with the provider's parameter names. */
function told(body: JsonObject, config: PlayedConfig): JsonObject {
  const { renames = {}, omits = [] } = rowOf(config)
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !omits.includes(name))
      .map(([name, value]) => [(renames as Readonly<Record<string, string>>)[name] ?? name, value]),
  )
}
