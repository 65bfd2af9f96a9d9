// The text of the last turn of what a client asked, whichever side is judged.
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { textsOf } from '../texts/texts-of.ts'

/** Undefined where the request is no JSON. */
export const requestText = ({ endpoint, request }: Subject): string | undefined =>
  request &&
  joined(
    textsOf(endpoint)
      .request.last(request, undefined)
      .map(({ text }) => text),
  )
