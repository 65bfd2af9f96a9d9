// Messages as far as Claude accepts them.
import { describe, expect, test } from 'vitest'
import { fitMessages } from '../../../../runtime/providers/anthropic/fit-to-model.ts'
import { jsonWish, withJsonInstruction } from '../../../../runtime/wire/fit-format.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { hello, text } from './requests.ts'

const assistant = (content: Json): Json => ({ role: 'assistant', content })
const system = { role: 'system', content: 'be brief' }
const instruction = { role: 'system', content: 'Answer with one JSON object and nothing else.' }

describe('a reply that the client began', () => {
  test.each<readonly [string, Json, Json]>([
    ['ends without white space', assistant('{ \n'), assistant('{')],
    ['in parts too', assistant([text('a '), text('b ')]), assistant([text('a '), text('b')])],
    ['of nothing but calls is unchanged', assistant(null), assistant(null)],
    ['is not a message of the user', { role: 'user', content: 'a ' }, { role: 'user', content: 'a ' }],
  ])('%s', (_, given, expected) => expect(fitMessages([hello, given])).toEqual([hello, expected]))

  test('an earlier reply keeps its white space', () =>
    expect(fitMessages([assistant('a '), hello])).toEqual([assistant('a '), hello]))
})

describe('JSON without a schema is an instruction', () => {
  test.each<readonly [string, readonly Json[], readonly Json[]]>([
    ['after those of the client', [system, hello], [system, instruction, hello]],
    ['alone', [hello], [instruction, hello]],
    ['where there are instructions only', [system], [system, instruction]],
  ])('%s', (_, given, expected) =>
    expect(withJsonInstruction(given, { schema: undefined })).toEqual(expected),
  )
})

test('a schema is part of the instruction', () => {
  const schema = { type: 'object', properties: {} }
  const wish = jsonWish({ type: 'json_schema', json_schema: { name: 'x', schema } })
  expect(wish).toEqual({ schema })
  expect(withJsonInstruction([hello], { schema })).toEqual([
    { role: 'system', content: expect.stringContaining(JSON.stringify(schema)) },
    hello,
  ])
})

test.each([undefined, null, { type: 'text' }, 'json'])('%j asks for no JSON', format =>
  expect(jsonWish(format)).toBeUndefined(),
)
