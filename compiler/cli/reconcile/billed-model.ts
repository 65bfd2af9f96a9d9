// Which model of the log a bill means: clouds write `USE1-Claude4.6Sonnet-input-tokens`, `Gemini 2.5 Flash GA Text Input - Predictions`
// and `gpt-4o-0806-Inp-glbl Tokens`. All words of the model must be there, and no others but those of what was counted: a line of a
// model that was never logged is not that of its shorter sibling.
import { bareModelName, undated } from '../../../schemas/values/model-name.ts'

/** Words of bills beside the model: the direction, the place, the tier, the maker. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  [
    'input output inp inpt outp outpt in out text image audio video thinking on off no predictions prediction tokens token count units',
    'cache cached caching cd cchd ch read write wr rd batch standard priority flex std mantle ga long short context co',
    'global glbl gl regional regnl rg cross region data zone datazone dz dzone latency optimized',
    'openai amazon anthropic meta mistral google azure',
  ].flatMap(line => line.split(' ')),
)

/** A day, and the zero of a version such as 2.0. */
const isNumberBeside = (word: string): boolean => /^(?:\d{4}|\d{8}|0)$/.test(word)

/** The region of AWS, and the size that a price is for. */
const BESIDE = /^[A-Z]{2,4}\d+-|\b1[KM]\b/g

/** Letters and digits apart: `Claude4.6Sonnet` and `claude-sonnet-4-6` have the same words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? []

/** The revision of Bedrock, such as `-1:0`. */
const REVISION = /-\d+:\d+$/

/** The longest of the models that the words of a bill name; undefined if none does. */
export function findBilledModel(billedAs: string, models: Iterable<string>): string | undefined {
  const billed = wordsOf(billedAs.replaceAll(BESIDE, ' '))
  let found: string | undefined
  let length = 0
  for (const model of models) {
    const own = wordsOf(undated(bareModelName(model.replace(REVISION, ''))))
    if (own.length > length && names(billed, own)) {
      found = model
      length = own.length
    }
  }
  return found
}

function names(billed: readonly string[], own: readonly string[]): boolean {
  const left = [...billed]
  for (const word of own) {
    const at = left.indexOf(word)
    if (at === -1) return false
    left.splice(at, 1)
  }
  return left.every(word => OTHER_WORDS.has(word) || isNumberBeside(word))
}
