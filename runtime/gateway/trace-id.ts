// The trace ID of a request: from the trace header, else from a W3C traceparent, else a new one.

const PLAIN_ID = /^[\x21-\x7e]{1,128}$/
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

/** A trace ID that is too long or not printable ASCII is replaced, since it is written to headers and logs. */
export function traceIdOf(
  traceId: string | undefined,
  traceparent: string | undefined,
  identifier: () => string,
): string {
  if (traceId !== undefined && PLAIN_ID.test(traceId)) return traceId
  const parent = traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]
  return parent !== undefined && !/^0+$/.test(parent) ? parent : identifier()
}
