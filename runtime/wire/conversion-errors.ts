// Conversion errors, collected while a request is converted, so that a client gets all of them at once.
import { type Failure, failure } from '../values/failures.ts'

/** Takes a message, and the path of the parameter it is about: `messages[2].content[0]`. */
export type ReportConversionError = (message: string, parameter: string) => void

export interface ConversionErrors {
  readonly report: ReportConversionError
  /** All reported errors as one failure that names the first parameter; undefined when there are none. */
  readonly failure: () => Failure | undefined
}

export function collectConversionErrors(): ConversionErrors {
  const errors: { readonly message: string; readonly parameter: string }[] = []
  return {
    report: (message, parameter) => void errors.push({ message, parameter }),
    failure: () => {
      const [first] = errors
      if (first === undefined) return undefined
      const message = errors.map(error => error.message).join(' ')
      return failure('invalid_request', message, { param: first.parameter })
    },
  }
}
