// The model that every scripted provider runs: it calls two tools at a time, round after round, as long as it is offered
// them, and then says what they gave. So an agent's last answer proves the whole way there and back.
import type { JsonObject } from '../../../compiler/source.ts'

export interface ModelCall {
  readonly name: string
  readonly args: JsonObject
}

const inBoth = (name: string): readonly ModelCall[] =>
  ['Zürich', 'Bern'].map(city => ({ name, args: { city } }))

/** What it calls, side by side; a round whose tool is not offered is left out. */
export const ROUNDS = [inBoth('weather'), inBoth('time')]

/** What it says beside its calls. */
export const LEAD = 'Let me look: 🌦'

/** What it thinks before it speaks, where it is asked to or always does. */
export const THOUGHT = 'Two cities, two calls.'

/** A value of the schema that all tests ask for. */
export const CITY = { city: 'Zürich', people: 436_000 }

export interface Heard {
  readonly model: string
  readonly stream: boolean
  /** What the user said last. */
  readonly said: string
  readonly tools: readonly string[]
  /** What tools gave so far. */
  readonly results: readonly string[]
  readonly thinks: boolean
  /** Whether a value in a schema was asked for. */
  readonly schema: boolean
  /** Whether the client of a stream wants its usage. */
  readonly usage?: boolean
}

export interface Answer {
  readonly thought: string | undefined
  readonly text: string
  readonly calls: readonly ModelCall[]
}

export const USAGE = { prompt: 11, completion: 7 }

export function answerTo({ model, said, tools, results, thinks, schema }: Heard): Answer {
  const thought = thinks || model.includes('thinking') ? THOUGHT : undefined
  const rounds = ROUNDS.filter(([first]) => first !== undefined && tools.includes(first.name))
  const calls = rounds[results.length / 2]
  if (calls !== undefined) return { thought, text: LEAD, calls }
  // Clients that do not trust a model with schemas offer the schema as a tool of this name, and ask for its call.
  if (tools.includes('json')) return { thought, text: '', calls: [{ name: 'json', args: CITY }] }
  if (schema) return { thought, text: JSON.stringify(CITY), calls: [] }
  return { thought, text: results.length > 0 ? results.join('; ') : `You said: ${said}`, calls: [] }
}

/** What a provider puts on what it must get back unchanged; nobody else can make one. */
export const signed = (text: string): string => Buffer.from(`signed ${text}`).toString('base64')

/** A text in pieces, as models stream it. */
export const inPieces = (text: string): readonly string[] => text.match(/.{1,5}/gsu) ?? []
