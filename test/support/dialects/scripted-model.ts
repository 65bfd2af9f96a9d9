// The model of every scripted provider: it calls two tools at a time, round after round, as long as they are
// offered, and then returns their results. So an agent's last answer proves the whole round trip.
import type { JsonObject } from '../../../schemas/values/json.ts'

export interface ModelCall {
  readonly name: string
  readonly args: JsonObject
}

const inBothCities = (name: string): readonly ModelCall[] =>
  ['Zürich', 'Bern'].map(city => ({ name, args: { city } }))

/** Its parallel calls; a round is skipped if its tool is not offered. */
export const ROUNDS = [inBothCities('weather'), inBothCities('time')]

/** Its text with tool calls. */
export const LEAD = 'Let me look: 🌦'

/** Its thinking, where requested or always on. */
export const THOUGHT = 'Two cities, two calls.'

/** A value of the schema that all tests request. */
export const CITY = { city: 'Zürich', people: 436_000 }

export interface ModelInput {
  readonly model: string
  readonly stream: boolean
  /** The last user text. */
  readonly userText: string
  readonly tools: readonly string[]
  /** Tool results so far. */
  readonly results: readonly string[]
  readonly thinks: boolean
  /** Whether a structured output was requested. */
  readonly schema: boolean
  /** Whether the client of a stream requests usage. */
  readonly usage?: boolean
}

export interface ModelAnswer {
  readonly thought: string | undefined
  readonly text: string
  readonly calls: readonly ModelCall[]
}

export const USAGE = { prompt: 11, completion: 7 }

export function answerTo({ model, userText, tools, results, thinks, schema }: ModelInput): ModelAnswer {
  const thought = thinks || model.includes('thinking') ? THOUGHT : undefined
  const rounds = ROUNDS.filter(([first]) => first !== undefined && tools.includes(first.name))
  const calls = rounds[results.length / 2]
  if (calls !== undefined) return { thought, text: LEAD, calls }
  // Some clients send the schema as a tool of this name, and force its call.
  if (tools.includes('json')) return { thought, text: '', calls: [{ name: 'json', args: CITY }] }
  if (schema) return { thought, text: JSON.stringify(CITY), calls: [] }
  return { thought, text: results.length > 0 ? results.join('; ') : `You said: ${userText}`, calls: [] }
}

/** The signature that a provider puts on opaque values; only it can create one. */
export const signed = (text: string): string => Buffer.from(`signed ${text}`).toString('base64')

/** A text in chunks, as models stream it. */
export const inPieces = (text: string): readonly string[] => text.match(/.{1,5}/gsu) ?? []
