// A parsed mock request: its body, the behaviour that its model names, and what identifies the reply.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Behaviour } from './behaviour.ts'

export interface MockRequest {
  readonly body: JsonObject
  readonly model: string
  readonly behaviour: Behaviour
  /** Derived from the bytes of the request only. */
  readonly mark: string
  /** Unix seconds. */
  readonly created: number
}
