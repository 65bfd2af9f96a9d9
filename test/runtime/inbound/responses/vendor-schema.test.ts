// Responses and their events keep the vendor's own schema, whatever the chat behind them was.
import { describe, expect, test } from 'vitest'
import { responsesApi } from '../../../../runtime/inbound/responses/responses.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from '../context.ts'
import { eventsOf, readEvents } from '../read-streams.ts'
import { recordedChats } from '../recorded-chats.ts'
import { chats, streams } from '../sample-chats.ts'
import { hasVendorSchema, vendorValidators } from '../vendor-schema.ts'

test('the schema is there, or the suite says so', ctx => {
  if (!hasVendorSchema) ctx.skip('No description of the interface beside the repository.')
  expect(recordedChats.length).toBeGreaterThan(70)
})

const request: JsonObject = {
  model: 'm',
  input: 'hello',
  tools: [
    { type: 'function', name: 'f' },
    { type: 'custom', name: 'c' },
  ],
  tool_choice: { type: 'function', name: 'f' },
  reasoning: { effort: 'low', summary: 'auto' },
  text: { format: { type: 'json_object' }, verbosity: 'low' },
  metadata: { a: 'b' },
}

describe.skipIf(!hasVendorSchema)('the schema of the vendor', () => {
  // The body of a skipped suite runs too.
  if (!hasVendorSchema) return
  const validate = vendorValidators(['Response', 'ResponseStreamEvent'])
  const expectValid = (name: keyof typeof validate, value: JsonObject): void => {
    const isValid = validate[name](value)
    const said = validate[name].errors?.slice(-3).map(error => `${error.instancePath} ${error.message}`)
    expect({ isValid, ...(isValid ? {} : { said, value }) }).toEqual({ isValid: true })
  }

  test('a validator that refuses what is none', () => {
    expect(validate.Response({ id: 'x' })).toBe(false)
    expect(validate.ResponseStreamEvent({ type: 'response.created' })).toBe(false)
  })

  test.each([
    ...Object.entries(chats),
    ...recordedChats.flatMap(each => (each.whole ? [[each.name, each.whole] as const] : [])),
  ])('%s', (_, whole) => {
    expectValid('Response', responsesApi.reply(whole, context))
    expectValid('Response', responsesApi.reply(whole, { ...context, request }))
  })

  test.each([
    ...Object.entries(streams),
    ...recordedChats.flatMap(each => (each.chunks ? [[each.name, each.chunks] as const] : [])),
  ])('the events of %s', (_, chunks) => {
    // One event of each type and item: those between differ in their texts alone.
    const seen = new Set<string>()
    for (const event of eventsOf(responsesApi.stream({ ...context, request }), chunks)) {
      const kind = `${String(event['type'])} ${String(event['output_index'])}`
      if (!seen.has(kind)) expectValid('ResponseStreamEvent', event)
      seen.add(kind)
    }
  })

  test('an error', () => {
    const stream = responsesApi.stream(context)
    for (const event of readEvents(stream.error({ message: 'No.', code: 429 })))
      expectValid('ResponseStreamEvent', event)
  })
})
