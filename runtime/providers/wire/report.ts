// Conversion errors, collected while a request is converted, so that a client gets all of them at once.
import { type Failure, failure } from '../../failures.ts'

/** Takes a message, and the path of the parameter it is about: `messages[2].content[0]`. */
export type Report = (sentence: string, parameter: string) => void

export interface Problems {
  readonly report: Report
  /** All reported errors as one failure that names the first parameter; undefined when there are none. */
  readonly failure: () => Failure | undefined
}

export function collectProblems(): Problems {
  const problems: { readonly sentence: string; readonly parameter: string }[] = []
  return {
    report: (sentence, parameter) => void problems.push({ sentence, parameter }),
    failure: () => {
      const [first] = problems
      if (first === undefined) return undefined
      const message = problems.map(problem => problem.sentence).join(' ')
      return failure('invalid_request', message, { param: first.parameter })
    },
  }
}
