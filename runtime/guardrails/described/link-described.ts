// A check definition → a check. Everything independent of the text is prepared at link time; then texts are split
// into chunks, requests are sent concurrently, and their results are combined.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { encodeJson } from '../../body/splice.ts'
import { askForJson } from '../asking/ask-service.ts'
import type { Check, CheckContext, CheckPorts, Judge, ServiceRequest, Subject } from '../check.ts'
import { joined, NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit } from '../judging/outcome.ts'
import { linkAddress, withQuery } from './address.ts'
import { conclude } from './conclude.ts'
import type { DescribedRequest } from './description.ts'
import { linkHeaders } from './headers.ts'
import { type Share, shareOut } from './pieces.ts'
import { placesOf } from './places.ts'
import { linkReading, type Read } from './read-reply.ts'
import { type Filling, linkTemplate, MOST_WRITTEN } from './template.ts'

/** Maximum code units of request context when chunks have no limit. */
const LONGEST_BESIDE = 100_000

export const linkDescribed = <Parameters extends object>(
  description: DescribedRequest,
): Check<Parameters> => ({
  link: (parameters, context) => linkJudge(description, parameters as unknown as JsonObject, context),
})

type Write = (subject: Subject, share: Share, now: number) => ServiceRequest | { readonly fault: string }

function linkJudge(description: DescribedRequest, parameters: JsonObject, context: CheckContext): Judge {
  const { service, pieces } = description
  const { write, readsTexts } = linkRequest(description, parameters, context)
  const read = linkReading(description.reading, service, parameters)

  const ask = async (
    subject: Subject,
    share: Share,
    ports: CheckPorts,
  ): Promise<Read | { fault: string }> => {
    const request = write(subject, share, ports.now())
    if ('fault' in request) return request
    const answer = await askForJson(service, request, ports)
    return 'fault' in answer ? answer : read(answer.json as Json, share.length)
  }

  return async (subject, ports) => {
    if (readsTexts(subject.side) && subject.texts.length === 0) return NO_TEXT
    const texts = pieces?.by === 'whole' && subject.texts.length > 1 ? [joined(subject.texts)] : subject.texts
    const shares = shareOut(texts, pieces)
    if (shares === undefined)
      return beyondLimit(
        `The text is longer than ${service} can evaluate in ${pieces?.requests ?? 1} requests.`,
      )
    const reads = await Promise.all(shares.map(share => ask(subject, share, ports)))
    return conclude(service, { texts, shares, reads, replaceable: texts.length === subject.texts.length })
  }
}

interface LinkedRequest {
  readonly write: Write
  /** Whether the body contains texts. */
  readonly readsTexts: (side: Subject['side']) => boolean
}

function linkRequest(
  description: DescribedRequest,
  parameters: JsonObject,
  context: CheckContext,
): LinkedRequest {
  const { service, method = 'POST', credentials = [], pieces, sign } = description
  const plain = linkAddress(description.address, parameters)
  const url = credentials.reduce((address, placement) => {
    const value = 'query' in placement ? context.credential(placement.parameter) : undefined
    return address === undefined || value === undefined || !('query' in placement)
      ? address
      : withQuery(address, placement.query, value)
  }, plain)
  const fillHeaders = linkHeaders(description, context)
  const ofRequest = linkTemplate(description.body ?? {})
  const ofReply = description.replyBody === undefined ? ofRequest : linkTemplate(description.replyBody)
  const bodyOn = (side: Subject['side']) => (side === 'reply' ? ofReply : ofRequest)
  const longest = pieces?.characters ?? LONGEST_BESIDE

  const write: Write = (subject, share, now) => {
    if (url === undefined) return { fault: `The address of ${service} is missing a parameter.` }
    const texts = share.map(({ text }) => text)
    const filling: Filling = { places: placesOf(subject, texts, parameters, longest), left: MOST_WRITTEN }
    const headers = fillHeaders(filling)
    const body = method === 'GET' ? undefined : bodyOn(subject.side).fill(filling)
    if (filling.left < 0) return { fault: `The request to ${service} is too large.` }
    const request: ServiceRequest = {
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: body as JsonObject }),
    }
    if (sign === undefined) return request
    const bytes = encodeJson(body ?? {})
    const typed = { ...request, headers: ['content-type', 'application/json', ...headers], body: bytes }
    return sign(typed, { ...context, parameters, now })
  }
  return {
    write,
    readsTexts: side => ['text', 'texts'].some(place => bodyOn(side).mentions.has(place)),
  }
}
