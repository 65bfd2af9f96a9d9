// Decision 10.7: what windows rewrite is what the whole would have become, however the stream was cut.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../../../../compiler/lower/parameter-defaults.ts'
import type { CheckResult } from '../../../../../runtime/guardrails/check.ts'
import { loadAllChecks } from '../../../../../runtime/guardrails/checks/registry.ts'
import { readChunkTexts } from '../../../../../runtime/guardrails/engine/streams/event-texts/chunk-texts.ts'
import { readMessageTexts } from '../../../../../runtime/guardrails/engine/streams/event-texts/event-readers.ts'
import type { ReadEventTexts } from '../../../../../runtime/guardrails/engine/streams/event-texts/event-texts.ts'
import { createRewriteSplitter } from '../../../../../runtime/guardrails/engine/streams/rewrite-windows.ts'
import { createWindowSplitter } from '../../../../../runtime/guardrails/engine/streams/split-windows.ts'
import { parseEvents } from '../../../../../runtime/streams/server-sent-events.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { checkDeclarations } from '../../../../../schemas/generated/checks.ts'
import { asList, asObject, asText, type JsonObject, parseJson } from '../../../../../schemas/values/json.ts'
import { runs } from '../../../../support/property-seed.ts'
import { chunk } from '../../../../support/sample-bodies.ts'
import { evaluateWith } from '../../checks/evaluate-with.ts'
import { cut, growingText } from './growing-texts.ts'

const builtInChecks = await loadAllChecks()

const CHECKS = [
  ['default.pii', { redact: true }],
  ['default.pii', { redact: true, patterns: [{ name: 'ORDER', rule: 'x{3}[0-9a-z]{1,9}' }] }],
  ['default.secrets', { redact: true }],
  ['default.regexReplace', { rule: '(?i)\\b(anna|b.{0,8}g)\\b|1{1,3}|pl(ain|e)$', redactText: '<gone>' }],
] as const

const DIALECTS = {
  chunks: {
    read: readChunkTexts,
    event: (content: string) => chunk({ content }),
    textOf: (value: JsonObject) =>
      (value as never as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content,
  },
  messages: {
    read: readMessageTexts,
    event: (text: string) =>
      `data: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })}\n\n`,
    textOf: (value: JsonObject) => (value as never as { delta: { text?: string } }).delta.text,
  },
} as const

type CheckUse = (typeof CHECKS)[number]

const parametersOf = ([id, parameters]: CheckUse): JsonObject =>
  withDefaults(parameters, checkDeclarations.find(each => each.id === id)?.parameters ?? {})

/** The data of the events that become of a stream, before its end and in all; undefined where it cannot be rewritten. */
function released(use: CheckUse, events: readonly string[], read: ReadEventTexts = readChunkTexts) {
  const rewrite = builtInChecks.get(use[0])?.linkWindows?.(parametersOf(use))
  if (rewrite === undefined) throw new Error(`${use[0]} has no windows.`)
  const splitter = createRewriteSplitter(read, rewrite, rewrite.open(undefined), () => true)
  const found: JsonObject[] = []
  const collect = parseEvents(({ data }) => found.push(parseJson(data) as JsonObject), {
    onTooLong: () => {},
  })
  let failed = false
  const run = (window: ReturnType<typeof splitter.push>): void => {
    if (window === undefined || window === 'error' || isFailure(window) || failed) return
    const work = window.subject?.()
    for (let step = work?.next(); step !== undefined && !failed; step = work?.next())
      if (step.done === true) {
        failed = step.value === 'failed'
        break
      }
    if (!failed) for (const bytes of window.bytes) collect.feed(bytes)
  }
  const parser = parseEvents(each => run(splitter.push(each)), { onTooLong: () => {} })
  for (const each of events) parser.feed(new TextEncoder().encode(each))
  const early = [...found]
  run(splitter.finish())
  return { early, all: failed ? undefined : found }
}

function inWindows(use: CheckUse, dialect: keyof typeof DIALECTS, pieces: readonly string[]) {
  const { read, event, textOf } = DIALECTS[dialect]
  const { early, all } = released(use, pieces.map(event), read)
  const join = (values: readonly JsonObject[]): string => values.map(value => textOf(value) ?? '').join('')
  return { text: all && join(all), lead: join(early).length }
}

const PARTS = [
  'Write to anna.',
  'berg@example.com',
  ' or 4111 1111 ',
  '1111 1111',
  '. Fine, thank you. ',
  'x',
  ' ',
]

const EVENTS: { readonly [name: string]: (text: string) => string } = {
  content: text => chunk({ content: text }),
  reasoning: text => chunk({ reasoning_content: text }),
  call: () => chunk({}),
  other: text => `data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: text } }] })}\n\n`,
  arguments: text => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
}

/** The texts of the chunks of a stream. */
function aggregated({ all = [] }: ReturnType<typeof released>) {
  const texts = { content: '', other: '', reasoning: '', arguments: '' }
  for (const value of all)
    for (const item of asList(value['choices'])) {
      const { index, delta } = asObject(item)
      const { content, reasoning_content: reasoning, tool_calls: calls } = asObject(delta)
      texts[index === 1 ? 'other' : 'content'] += asText(content) ?? ''
      texts.reasoning += asText(reasoning) ?? ''
      for (const call of asList(calls))
        texts.arguments += asText(asObject(asObject(call)['function'])['arguments']) ?? ''
    }
  return texts
}

function whole([id, parameters]: CheckUse, text: string): string | undefined {
  const result = evaluateWith(id, parameters, { texts: [text], side: 'reply' }) as CheckResult
  return result.passed ? (result.texts?.[0] ?? text) : undefined
}

describe.each(CHECKS.map(use => ({ use, title: JSON.stringify(use) })))('$title', ({ use }) => {
  it.each(['chunks', 'messages'] as const)(
    'rewrites a stream of %s as the whole text, however it is cut',
    dialect => {
      fc.assert(
        fc.property(growingText, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
          expect(inWindows(use, dialect, cut(text, places)).text).toBe(whole(use, text))
        }),
        { numRuns: runs(60) },
      )
    },
  )

  it('rewrites it letter by letter', () => {
    fc.assert(
      fc.property(growingText, text => {
        expect(inWindows(use, 'chunks', [...text]).text).toBe(whole(use, text))
      }),
      { numRuns: runs(20) },
    )
  })

  it('holds back little of prose', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and nobody minds. '.repeat(20)
    expect(prose.length - inWindows(use, 'chunks', prose.match(/\S+\s*/g) ?? []).lead).toBeLessThan(128)
  })
})

describe('Several texts of one stream', () => {
  const use = CHECKS[0]
  /** Values are numbered in the order in which they arrive. */
  const unnumbered = (text: string | undefined) => text?.replace(/_\d+\}\}/g, '_N}}')

  it('are rewritten each as the whole, in any order of their parts, JSON as JSON', () => {
    const part = fc.tuple(fc.constantFrom('content', 'reasoning', 'other', 'call'), fc.constantFrom(...PARTS))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), parts => {
        const of = (name: string): string =>
          parts.flatMap(([field, text]) => (field === name ? [text] : [])).join('')
        const json = JSON.stringify({ to: of('call'), card: 4111111111111111 })
        const events = [
          ...parts.map(([name, text]) => EVENTS[name]?.(text) ?? ''),
          ...cut(json, [3, 20, json.length - 9]).map(text => EVENTS['arguments']?.(text) ?? ''),
        ]
        const reply = aggregated(released(use, events))
        expect(unnumbered(reply.content)).toBe(unnumbered(whole(use, of('content'))))
        expect(unnumbered(reply.other)).toBe(unnumbered(whole(use, of('other'))))
        expect(unnumbered(reply.arguments)).toBe(unnumbered(whole(use, json)))
        expect(JSON.parse(reply.arguments)).toMatchObject({ card: expect.stringContaining('CREDIT_CARD') })
        // Reasoning is one text where no answer comes between.
        if (of('content') === '')
          expect(unnumbered(reply.reasoning)).toBe(unnumbered(whole(use, of('reasoning'))))
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('Millions of events', () => {
  const [id, parameters] = CHECKS[0]
  const split = () => {
    const rewrite = builtInChecks.get(id)?.linkWindows?.(parametersOf([id, parameters]))
    if (rewrite === undefined) throw new Error(`${id} has no windows.`)
    return createRewriteSplitter(readChunkTexts, rewrite, rewrite.open(undefined), () => true)
  }
  const dataOf = (event: string): string => event.slice('data: '.length, -2)
  const push = (splitter: ReturnType<typeof split>, data: string) => {
    const window = splitter.push({ data })
    if (window === 'error' || isFailure(window)) throw new Error('The event cannot be read.')
    return window
  }
  /** In how many steps a window is evaluated. */
  const stepsOf = ({ subject }: NonNullable<ReturnType<typeof push>>): number => {
    const work = subject?.()
    let steps = 1
    while (work?.next().done === false) steps += 1
    return steps
  }

  it('without a text are held beside the event before them, not as windows of their own', () => {
    const splitter = split()
    const windows = Array.from({ length: 5000 }, () => push(splitter, '{}')).filter(
      each => each !== undefined,
    )
    expect(windows).toHaveLength(1)
    expect(splitter.bufferedCharacters()).toBeGreaterThanOrEqual(5000 * 'data: {}'.length - 100)
  })

  it('that were held for their end are released in steps, between which others are served', () => {
    const splitter = split()
    const deltas = ['{"a":[', ...Array.from({ length: 4000 }, () => '1,'), '1]}']
    for (const text of deltas) {
      const window = push(splitter, dataOf(chunk({ content: text })))
      if (window !== undefined) stepsOf(window)
    }
    const last = push(splitter, '[DONE]')
    if (last === undefined) throw new Error('The last window is missing.')
    expect(stepsOf(last)).toBeGreaterThanOrEqual(2 * Math.floor(deltas.length / 512))
    expect(
      Buffer.concat(last.bytes)
        .toString()
        .match(/"content":"1,"/g),
    ).toHaveLength(4000)
    expect(splitter.bufferedCharacters()).toBe(0)
  })

  it.each([
    ['rewritten', split],
    ['judged', createWindowSplitter],
  ])('with a text each are refused, where they are %s', (_title, create) => {
    const splitter = create()
    const found = Array.from({ length: 1100 }, (_, index) =>
      splitter.push({ data: JSON.stringify({ choices: [{ index, delta: { content: 'a' } }] }) }),
    ).find(each => isFailure(each))
    expect(found).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringMatching(/more than 1024 choices/),
    })
  })

  it('with a tool call each are refused', () => {
    const splitter = createWindowSplitter()
    const found = Array.from({ length: 5000 }, (_, index) =>
      splitter.push({ data: JSON.stringify({ choices: [{ delta: { tool_calls: [{ index }] } }] }) }),
    ).find(each => isFailure(each))
    expect(found).toMatchObject({ code: 'invalid_upstream_reply' })
  })
})
