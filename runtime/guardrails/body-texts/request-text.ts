// The text of the last turn of the request, for both hooks.
import type { CheckInput } from '../check.ts'
import { joinTexts } from '../on-text.ts'
import { textReadersFor } from './endpoint-texts.ts'

/** Undefined when the request is not JSON. */
export const requestText = ({ endpoint, request }: CheckInput): string | undefined =>
  request &&
  joinTexts(
    textReadersFor(endpoint)
      .request.last(request, undefined)
      .map(({ text }) => text),
  )
