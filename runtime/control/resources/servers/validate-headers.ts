// Headers that the body of a request gives an MCP server or agent: names that can be sent, and values that are what is sent.
import { looksLikeReference } from '../../../../compiler/facts/secret.ts'
import { type AddressRules, isHeaderName, isSetByGateway } from '../../../../compiler/facts/server-address.ts'
import { type Failure, failure } from '../../../values/failures.ts'

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `param`: the property of the body. */
export function validateHeaders(
  headers: Readonly<Record<string, string>>,
  rules: AddressRules,
  param: string,
): Failure | undefined {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const reason = !isHeaderName(name)
      ? 'is not the name of a header'
      : isSetByGateway(name, rules)
        ? 'is set by the gateway itself'
        : seen.has(name.toLowerCase())
          ? 'is there twice'
          : looksLikeReference(value)
            ? 'contains a reference, which is not resolved here: send the value itself'
            : SENDABLE.test(value)
              ? undefined
              : 'has a value with characters that no header may have'
    if (reason !== undefined)
      return failure('invalid_request', `The header ${JSON.stringify(name.slice(0, 64))} ${reason}.`, {
        param,
      })
    seen.add(name.toLowerCase())
  }
  return undefined
}
