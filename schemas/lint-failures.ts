// Lints the list of failures: codes and causes are well formed and distinct, a status is that of an error, and
// messages are sentences.
import { statusRanges } from './generate-failures.ts'
import { readFailures } from './sources.ts'

const FILE = 'api/failures.json'
const SENTENCE = /^[A-Z`].*[^.]\.$/s

export function lintFailures(): readonly string[] {
  const { failures, providerErrors, causes } = readFailures()
  const codes = failures.map(({ code }) => code)
  const words = causes.map(({ cause }) => cause)
  return [
    ...failures.flatMap(({ code, status, description, action }, index) => [
      ...(/^[a-z]+(_[a-z]+)*$/.test(code) ? [] : [`${FILE} ${code}: A code is in snake case.`]),
      ...(codes.indexOf(code) === index ? [] : [`${FILE} ${code}: The code is repeated.`]),
      ...(status >= 400 && status <= 599
        ? []
        : [`${FILE} ${code}: ${status} is not the status of an error.`]),
      ...[description, action]
        .filter(text => !SENTENCE.test(text))
        .map(text => `${FILE} ${code}: "${text}" is not a sentence.`),
    ]),
    ...Array.from({ length: 200 }, (_, index) => 400 + index)
      .filter(status => providerErrors.filter(each => covers(each.statuses, status)).length !== 1)
      .map(status => `${FILE} ${status}: A status of a provider has one row of advice.`),
    ...providerErrors.flatMap(({ statuses, description, action }) =>
      [description, action]
        .filter(text => !SENTENCE.test(text))
        .map(text => `${FILE} ${statuses}: "${text}" is not a sentence.`),
    ),
    ...causes.flatMap(({ cause, description, action }, index) => [
      ...(words.indexOf(cause) === index ? [] : [`${FILE} ${cause}: The cause is repeated.`]),
      ...[description, action]
        .filter(text => !SENTENCE.test(text))
        .map(text => `${FILE} ${cause}: "${text}" is not a sentence.`),
    ]),
  ]
}

const covers = (statuses: string, status: number): boolean =>
  (JSON.parse(statusRanges(statuses)) as readonly (readonly [number, number])[]).some(
    ([first, last]) => first <= status && status <= last,
  )
