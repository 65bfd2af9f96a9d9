// Input that a client sends while a response is generated. It is part of the next request: one that the connection makes itself when the
// response has ended, or the one in which the client sends the results of its tools. Sources: `ResponseSteerEvent` and its replies in
// openai-node, and https://developers.openai.com/api/docs/guides/steering (read 2026-11-29).
import { asObject, isList, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { Body } from '../values/body/body.ts'
import { inputItems, joinItems } from './client-message.ts'
import { laneEvent, numberAfter } from './session-events.ts'

type SteerError =
  | 'response_not_found'
  | 'invalid_input'
  | 'steering_not_supported'
  | 'too_many_pending_steers'
  | 'response_already_completed'
  | 'response_not_active'
  | 'successor_creation_failed'

const MESSAGES: Readonly<Record<SteerError, string>> = {
  response_not_found: 'The response is not available on this connection.',
  invalid_input: 'The input must be a string or a list of user messages.',
  steering_not_supported: 'Responses of a conversation or with automatic compaction do not support steering.',
  too_many_pending_steers: 'Too much input is pending for the response.',
  response_already_completed: 'The response has completed.',
  response_not_active: 'The response does not accept input any more.',
  successor_creation_failed: 'The response that continues it could not be created.',
}

/** Inputs that may be pending for one response. */
const MAX_PENDING = 16
const PARTS: ReadonlySet<Json | undefined> = new Set(['input_text', 'input_image', 'input_file'])

interface Steer {
  readonly id: string
  readonly input: Json
  readonly items: Uint8Array
  readonly release: () => void
}

/** A lane as far as its responses may be steered. */
export interface SteeredLane {
  readonly name: string
  /** The response that is being generated. */
  readonly response: string | undefined
  readonly isSteerable: boolean
  /** The one that was generated last. */
  readonly last: string | undefined
  /** The last event of the lane. */
  readonly event: string
}

export class Steering {
  readonly #randomId: () => string
  readonly #send: (event: string) => void
  /** By the response that they are for. */
  readonly #pending = new Map<string, Steer[]>()

  constructor(randomId: () => string, send: (event: string) => void) {
    this.#randomId = randomId
    this.#send = send
  }

  /** `release` returns the memory of the message, which its input has until it is used. */
  add(body: Body, lanes: readonly SteeredLane[], release: () => void): void {
    const previous = body.field('previous_response_id')
    const input = body.field('input') ?? null
    const id = typeof previous === 'string' ? previous : ''
    const lane = lanes.find(({ response }) => response === id && id !== '')
    const pending = this.#pending.get(id) ?? []
    const items = isSteerInput(input) ? inputItems(body) : undefined
    const error = ((): SteerError | undefined => {
      if (lane === undefined)
        return lanes.some(({ last }) => last === id) ? 'response_already_completed' : 'response_not_found'
      if (!lane.isSteerable) return 'steering_not_supported'
      if (pending.length >= MAX_PENDING) return 'too_many_pending_steers'
      return items === undefined ? 'invalid_input' : undefined
    })()
    const { name = '', event = '' } = lane ?? {}
    if (error !== undefined || items === undefined) {
      release()
      return this.#fail(error ?? 'invalid_input', { previous_response_id: id, input }, name, event)
    }
    const steer = { id: `steer_${this.#randomId()}`, input, items: items.slice(), release }
    this.#pending.set(id, [...pending, steer])
    this.#send(
      laneEvent(
        {
          type: 'response.steer.accepted',
          sequence_number: numberAfter(event),
          steer: { id: steer.id, previous_response_id: id },
        },
        name,
      ),
    )
  }

  has(response: string): boolean {
    return this.#pending.has(response)
  }

  /** The input for a response, as elements of a list, which is not pending any more. */
  take(response: string): Uint8Array | undefined {
    const pending = this.#pending.get(response)
    this.#pending.delete(response)
    for (const { release } of pending ?? []) release()
    return pending && joinItems(pending.map(({ items }) => items))
  }

  /** The response waits for what its client has to send. */
  wait(response: string, required: readonly JsonObject[], lane: string, last: string): void {
    for (const { id } of this.#pending.get(response) ?? [])
      this.#send(
        laneEvent(
          {
            type: 'response.steer.pending',
            sequence_number: numberAfter(last),
            reason: 'waiting_for_required_input',
            required_input: required,
            steer: { id, previous_response_id: response },
          },
          lane,
        ),
      )
  }

  /** The input for a response cannot be used. */
  fail(response: string, code: SteerError, lane: string, last: string): void {
    const pending = this.#pending.get(response) ?? []
    this.#pending.delete(response)
    for (const { release } of pending) release()
    for (const { id, input } of pending)
      this.#fail(code, { id, previous_response_id: response, input }, lane, last)
  }

  #fail(code: SteerError, steer: JsonObject, lane: string, last: string): void {
    const error = { type: 'invalid_request_error', code, message: MESSAGES[code] }
    const event = { type: 'response.steer.failed', sequence_number: numberAfter(last), error, steer }
    this.#send(laneEvent(event, lane))
  }
}

/** A string, or messages of the user. */
const isSteerInput = (input: Json): boolean =>
  typeof input === 'string' || (isList(input) && input.length > 0 && input.every(isUserMessage))

function isUserMessage(item: Json): boolean {
  const { type = 'message', role, content } = asObject(item)
  if (type !== 'message' || role !== 'user') return false
  return (
    typeof content === 'string' ||
    (isList(content) && content.every(part => PARTS.has(asObject(part)['type'])))
  )
}
