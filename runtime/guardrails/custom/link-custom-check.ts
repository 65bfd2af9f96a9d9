// Wraps a custom check for the engine: its results are validated, and a use that cannot be linked is reported to the
// loader of the plan instead of ending the process.
import { isObject } from '../../../schemas/values/json.ts'
import type { Check, CheckResult, Evaluate } from '../check.ts'

/** `reportUnlinked` receives a sentence for each use that cannot be linked; such a use is an error on every evaluation. */
export const linkCustomCheck = (
  id: string,
  check: Check,
  reportUnlinked: (sentence: string) => void,
): Check => ({
  ...check,
  link: (parameters, context) => {
    const linked = tryLink(() => check.link(parameters, context))
    if ('thrown' in linked || typeof linked.evaluate !== 'function') {
      const reason = 'thrown' in linked ? 'threw an error' : 'did not return a function'
      reportUnlinked(`The check "${id}" cannot be linked: its "link" ${reason}.`)
      return () => {
        throw 'thrown' in linked ? linked.thrown : new Error('The check could not be linked.')
      }
    }
    return withValidation(linked.evaluate)
  },
})

function tryLink(link: () => Evaluate): { readonly evaluate: Evaluate } | { readonly thrown: unknown } {
  try {
    return { evaluate: link() }
  } catch (thrown) {
    return { thrown }
  }
}

const withValidation =
  (evaluate: Evaluate): Evaluate =>
  (input, ports) => {
    const result = evaluate(input, ports)
    return isPromise(result) ? result.then(assertRewrite) : assertRewrite(result)
  }

const isPromise = (result: CheckResult | Promise<CheckResult>): result is Promise<CheckResult> =>
  typeof result === 'object' && result !== null && 'then' in result

/** Verdict and reason are validated by the engine. */
function assertRewrite(result: CheckResult): CheckResult {
  const { texts, body } = result
  if (texts !== undefined && !(Array.isArray(texts) && texts.every(text => typeof text === 'string')))
    throw new Error('The check returned "texts" that is not a list of strings.')
  if (body !== undefined && !isObject(body))
    throw new Error('The check returned a body that is not an object.')
  return result
}
