// The identifier by which a caller finds a request again: the caller's own, that of a W3C traceparent, or a new one.

const PLAIN_ID = /^[\x21-\x7e]{1,128}$/
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

/** A text that is too long or not plain is replaced, since it goes into headers and logs. */
export function traceIdOf(
  traceId: string | undefined,
  traceparent: string | undefined,
  identifier: () => string,
): string {
  if (traceId !== undefined && PLAIN_ID.test(traceId)) return traceId
  const parent = traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]
  return parent !== undefined && !/^0+$/.test(parent) ? parent : identifier()
}
