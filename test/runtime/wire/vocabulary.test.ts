// Vocabulary shared by all dialects: finish reasons, content, usage.
import { describe, expect, test } from 'vitest'
import { contentParts, contentText } from '../../../runtime/wire/content.ts'
import { finishReason } from '../../../runtime/wire/finish-reason.ts'
import { usageShape } from '../../../runtime/wire/usage.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { present, writeJson } from '../../../schemas/values/json.ts'

describe('finish reasons', () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    stop: [
      'end_turn',
      'stop_sequence',
      'STOP',
      'COMPLETE',
      'FINISH',
      'stop',
      'eos',
      'eos_token',
      'pause_turn',
      '',
      'no such word',
      'toString',
    ],
    length: [
      'max_tokens',
      'MAX_TOKENS',
      'LENGTH',
      'length',
      'max_output_tokens',
      'model_context_window_exceeded',
    ],
    content_filter: [
      'SAFETY',
      'RECITATION',
      'MODEL_ARMOR',
      'PROHIBITED_CONTENT',
      'refusal',
      'guardrail_intervened',
      'content_filter',
    ],
  }
  const cases = Object.entries(words).flatMap(([reason, natives]) =>
    natives.map(native => [native, reason] as const),
  )
  test.each(cases)('"%s" is %s', (native, reason) => {
    expect(finishReason(native, false)).toBe(reason)
    expect(finishReason(native, true)).toBe(reason === 'stop' ? 'tool_calls' : reason)
  })

  test.each(['tool_use', 'TOOL_CALL', 'tool_call', 'tool_calls', null, undefined])('calls: %s', native => {
    expect(finishReason(native, true)).toBe('tool_calls')
    expect(finishReason(native, false)).toBe('stop')
  })
})

describe('content', () => {
  const cases: readonly [content: Json | undefined, text: string, parts: number][] = [
    ['a', 'a', 1],
    ['', '', 0],
    [null, '', 0],
    [undefined, '', 0],
    [7, '', 0],
    [[{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'refusal', refusal: 'b' }, 'c'], 'ab', 3],
  ]
  test.each(cases)('%j', (content, text, parts) => {
    expect(contentText(content)).toBe(text)
    expect(contentParts(content)).toHaveLength(parts)
  })
})

test('usage has its sum and its details', () => {
  expect(usageShape({ prompt: 3, completion: 4, cached: 2 })).toEqual({
    prompt_tokens: 3,
    completion_tokens: 4,
    total_tokens: 7,
    prompt_tokens_details: { cached_tokens: 2 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  })
})

test('what is undefined is left out, what is null stays', () => {
  expect(present({ a: undefined, b: null, c: 0 })).toEqual({ b: null, c: 0 })
})

test('any value is written, however deep it nests', () => {
  const deep = Array.from({ length: 100_000 }).reduce<Json>(inner => [inner], 1)
  // Some engines can serialize it and some cannot; then the result is the empty object.
  expect([2, 200_001]).toContain(writeJson(deep).length)
  expect(writeJson({ a: [1] })).toBe('{"a":[1]}')
})
