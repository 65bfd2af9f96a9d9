// Wraps a custom check for the engine: its results are validated, and a use that cannot be linked is reported to the
// loader of the plan instead of ending the process.
import { isObject } from '../../providers/wire/json.ts'
import type { Check, Finding, Judge } from '../check.ts'

/** `told` receives a sentence for each use that cannot be linked; such a use is an error on every evaluation. */
export const linkedOwnCheck = (id: string, check: Check, told: (sentence: string) => void): Check => ({
  ...check,
  link: (parameters, context) => {
    const judge = attempt(() => check.link(parameters, context))
    if ('failed' in judge || typeof judge.given !== 'function') {
      const why = 'failed' in judge ? 'threw an error' : 'did not return a function'
      told(`The check "${id}" cannot be linked: its "link" ${why}.`)
      return () => {
        throw 'failed' in judge ? judge.failed : new Error('The check could not be linked.')
      }
    }
    return soundly(judge.given)
  },
})

function attempt(link: () => Judge): { readonly given: Judge } | { readonly failed: unknown } {
  try {
    return { given: link() }
  } catch (failed) {
    return { failed }
  }
}

const soundly =
  (judge: Judge): Judge =>
  (subject, ports) => {
    const found = judge(subject, ports)
    return isPromise(found) ? found.then(sound) : sound(found)
  }

const isPromise = (found: Finding | Promise<Finding>): found is Promise<Finding> =>
  typeof found === 'object' && found !== null && 'then' in found

/** Verdict and reason are validated by the engine. */
function sound(found: Finding): Finding {
  const { texts, body } = found
  if (texts !== undefined && !(Array.isArray(texts) && texts.every(text => typeof text === 'string')))
    throw new Error('The texts returned by the check are not a list of strings.')
  if (body !== undefined && !isObject(body))
    throw new Error('The body returned by the check is not an object.')
  return found
}
