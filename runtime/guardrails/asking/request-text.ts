// The text of the last turn of the request, for both hooks.
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { textsOf } from '../texts/texts-of.ts'

/** Undefined when the request is not JSON. */
export const requestText = ({ endpoint, request }: Subject): string | undefined =>
  request &&
  joined(
    textsOf(endpoint)
      .request.last(request, undefined)
      .map(({ text }) => text),
  )
