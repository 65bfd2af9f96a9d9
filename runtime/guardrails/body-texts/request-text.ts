// Strings of the request for checks of either hook: its last turn, and the last message of the user.

import { asObject, isList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { CheckInput } from '../check.ts'
import { joinTexts } from '../on-text.ts'
import { textReadersFor } from './endpoint-texts.ts'

/** The text of the last turn; undefined when the request is not JSON. */
export const requestText = ({ endpoint, request }: CheckInput): string | undefined =>
  request &&
  joinTexts(
    textReadersFor(endpoint)
      .request.last(request, undefined)
      .map(({ text }) => text),
  )

/** The fields with the items of a conversation. */
const CONVERSATIONS = ['messages', 'input'] as const

/**
 * The text of the user's last message, for checks that compare a reply with it. The result of a tool is not a
 * message of the user. Undefined when the request is not JSON, is passed through, or has no text of a user.
 */
export function lastUserText({
  endpoint,
  request,
}: Pick<CheckInput, 'endpoint' | 'request'>): string | undefined {
  if (endpoint === undefined || request === undefined) return undefined
  const { last } = textReadersFor(endpoint).request
  const textOf = (body: JsonObject): string =>
    joinTexts(
      last(body, undefined)
        .filter(({ form, origin }) => form === 'text' && origin === undefined)
        .map(({ text }) => text),
    )
  for (const name of CONVERSATIONS) {
    const items = request[name]
    if (!isList(items)) continue
    for (const item of items.filter(isOfUser).reverse()) {
      const text = textOf({ [name]: [item] })
      if (text.trim() !== '') return text
    }
    return undefined
  }
  return textOf(request) || undefined
}

const isOfUser = (item: Json): boolean => typeof item === 'string' || asObject(item)['role'] === 'user'
