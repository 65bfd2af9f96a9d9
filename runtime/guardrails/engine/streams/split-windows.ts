// Splits a vendor stream into windows: events that are released together once their texts have been evaluated. Window
// boundaries depend only on the events, never on timing or chunk boundaries.
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../schemas/values/json.ts'
import { aggregateChunks } from '../../../cache/stream-formats/chunks.ts'
import { formatServerSentEvent } from '../../../streams/server-sent-events.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { ServerSentEvent } from '../../../values/server-sent-event.ts'
import { headerContext } from '../../detect/structure/header-context.ts'
import { chunkTexts, isPlainChunk } from './event-texts/chunk-texts.ts'
import { otherTexts } from './event-texts/other-texts.ts'

/** Characters of preceding text evaluated with a window, for matches across the boundary. */
const OVERLAP = 200
/** Maximum window length in characters. */
const MAX_WINDOW_LENGTH = 1000
/**
 * An end mark counts once whitespace follows, since "3." may become "3.5"; marks of scripts without spaces count at
 * once.
 */
const SENTENCE_END = /[.!?…]["'»”’)\]]*\s|[。！？]|\n/

export interface StreamWindow<Subject = JsonObject> {
  /** What is released, once it has been evaluated. */
  readonly bytes: readonly Uint8Array[]
  /** What is evaluated: texts in the shape of a whole reply; undefined when there is nothing new. */
  readonly subject: Subject | undefined
  /** It is the last window. */
  readonly last: boolean
}

export interface WindowSplitter<Subject = JsonObject> {
  /** A failure, or `error` where the event is an error or cannot be parsed: buffered events must not be released. */
  readonly push: (event: ServerSentEvent) => StreamWindow<Subject> | Failure | 'error' | undefined
  /** The stream ended. */
  readonly finish: () => StreamWindow<Subject>
  /** Buffered characters. */
  readonly bufferedCharacters: () => number
}

/**
 * Texts of one stream, each of which is looked at with every window: more than the choices and tool calls of any
 * reply.
 */
export const MOST_TEXTS = 1024

export const TOO_MANY_TEXTS = failure(
  'invalid_upstream_reply',
  `The provider sent more than ${MOST_TEXTS} choices and tool calls in one stream.`,
  { cause: 'too-large' },
)

interface GrowingText extends Pick<TextDelta, 'choice' | 'name'> {
  previous: string
  added: string
}

const encoder = new TextEncoder()

export function createWindowSplitter(): WindowSplitter {
  const growingTexts = new Map<string, GrowingText>()
  /**
   * Whole texts in fields that are not known, which are evaluated once: some providers repeat their sources in each
   * chunk.
   */
  const said = new Set<string>()
  let others: string[] = []
  const calls = aggregateChunks()
  /** Events in order, encoded together: encoding each costs more than formatting it. */
  let pending = ''
  let lateEvents = ''

  const endWindow = (last: boolean): StreamWindow => {
    const released = last ? pending + lateEvents : pending
    const grown = [...growingTexts.values()].filter(text => text.added !== '')
    const toolCallChoices = last && lateEvents.length > 0 ? asList(calls.reply()?.reply['choices']) : []
    const subject =
      grown.length === 0 && others.length === 0 && toolCallChoices.length === 0
        ? undefined
        : {
            choices: toChoices(
              grown.filter(({ choice }) => choice !== undefined),
              toolCallChoices,
            ),
            others: [
              ...others,
              ...grown
                .filter(({ choice }) => choice === undefined)
                .map(({ previous, added }) => previous + added),
            ],
          }
    for (const text of grown) {
      text.previous = contextOf(text.previous + text.added)
      text.added = ''
    }
    others = []
    pending = ''
    return { bytes: released === '' ? [] : [encoder.encode(released)], subject, last }
  }
  /** Whether the window ends with it. */
  const addDelta = ({ choice, name, text }: TextDelta): boolean => {
    const key = `${choice ?? ''} ${name}`
    const growing = growingTexts.get(key) ?? { choice, name, previous: '', added: '' }
    growingTexts.set(key, growing)
    const from = growing.added.length
    growing.added += text
    return text !== '' && isWindowEnd(growing.added, from)
  }
  /** Whether the window ends with a text in a field that is not known. */
  const addOthers = (chunk: JsonObject): boolean => {
    let ends = false
    for (const { key, text, isWhole } of otherTexts(chunk, chunkTexts(chunk))) {
      if (!isWhole) ends = addDelta({ choice: undefined, name: key, text }) || ends
      else if (text !== '' && !said.has(text)) {
        if (said.size < MOST_TEXTS) said.add(text)
        others.push(text)
      }
    }
    return ends
  }
  return {
    push: event => {
      const formatted = formatServerSentEvent(event)
      if (event.data === '[DONE]') {
        lateEvents += formatted
        return endWindow(true)
      }
      const chunk = parseJson(event.data)
      if (!isObject(chunk) || (chunk['error'] ?? null) !== null) return 'error'
      const { texts: deltas, needsWhole } = readStreamChunk(chunk)
      let ends = !isPlainChunk(chunk) && addOthers(chunk)
      if (growingTexts.size > MOST_TEXTS) return TOO_MANY_TEXTS
      // Events after a tool call stay after it, unless they are text.
      if (needsWhole || (lateEvents.length > 0 && deltas.every(({ text }) => text === ''))) {
        calls.add(event)
        if (calls.state() === 'failed') return TOO_MANY_TEXTS
        lateEvents += formatted
        return undefined
      }
      pending += formatted
      for (const delta of deltas) ends = addDelta(delta) || ends
      if (growingTexts.size > MOST_TEXTS) return TOO_MANY_TEXTS
      return ends ? endWindow(false) : undefined
    },
    finish: () => endWindow(true),
    bufferedCharacters: () => pending.length + lateEvents.length,
  }
}

/** The end of a text, and the header of the table that it ends in. */
function contextOf(text: string): string {
  const { header, from } = headerContext(text, Math.max(0, text.length - OVERLAP))
  return header + text.slice(from)
}

/** The texts as choices of a whole reply, followed by choices that have only tool calls. */
function toChoices(grown: readonly GrowingText[], toolCallChoices: readonly Json[]): readonly JsonObject[] {
  const textChoices = grown.map(({ choice, name, previous, added: text }) =>
    name === 'text'
      ? { index: choice ?? 0, text: previous + text }
      : { index: choice ?? 0, message: { [name]: previous + text } },
  )
  return [...textChoices, ...toolCallChoices.map(asObject)]
}

/**
 * Whether a growing text may be split here: after a sentence, or when it is long. `from`: the length already
 * examined.
 */
const isWindowEnd = (text: string, from: number): boolean =>
  text.length >= MAX_WINDOW_LENGTH || SENTENCE_END.test(text.slice(Math.max(0, from - 8)))

/** A text delta of a chunk, with its choice and field. */
interface TextDelta {
  /** Undefined for a text in a field that is not known. */
  readonly choice: number | undefined
  readonly name: string
  readonly text: string
}

interface ChunkContent {
  readonly texts: readonly TextDelta[]
  /** It has something besides texts, which is evaluated when it is complete. */
  readonly needsWhole: boolean
}

/** Fields with text deltas. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning_content', 'reasoning'])
/** Fields without content, or that repeat the adjacent text. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['role', 'content_blocks'])

/**
 * The contribution of one chunk to a window: text deltas, or something that can only be evaluated when it is complete,
 * such as a tool call.
 */
function readStreamChunk(chunk: JsonObject): ChunkContent {
  const texts: TextDelta[] = []
  let needsWhole = false
  for (const item of asList(chunk['choices'])) {
    const { index, text, delta } = asObject(item)
    const choice = typeof index === 'number' ? index : 0
    if (typeof text === 'string') texts.push({ choice, name: 'text', text })
    const fields = Object.entries(asObject(delta))
    for (const [name, value] of fields)
      if (TEXT_FIELDS.has(name) && typeof value === 'string') texts.push({ choice, name, text: value })
      else if (!IGNORED_FIELDS.has(name) && isFilled(value)) needsWhole = true
    const hasText = fields.some(([name, value]) => TEXT_FIELDS.has(name) && isFilled(value))
    if (!hasText && fields.some(([name, value]) => name === 'content_blocks' && isFilled(value)))
      needsWhole = true
  }
  return { texts, needsWhole }
}

const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== '' &&
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isObject(value) && Object.keys(value).length === 0)
