// One provider and model of the matrix.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

export interface DialectTarget {
  readonly name: string
  readonly stored: Readonly<Record<string, unknown>>
  readonly model: string
  /** Reports what the provider would refuse. */
  readonly check: (body: JsonObject, demands: Demands) => void
  /** Titles of chats that the model cannot serve, and the field that the refusal is about. */
  readonly refuses?: Readonly<Record<string, string>>
  /** Fields of the provider's body that carry a parameter of the chat. */
  readonly carriers: Readonly<Record<string, readonly string[]>>
}

/** How a provider with a key is stored. */
export const key = (provider: string) => ({ provider, api_key: '${env:KEY}' })
