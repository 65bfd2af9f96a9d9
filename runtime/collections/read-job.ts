// A training job as the client asks for it: the interface's fields, and the hyperparameters wherever the vendor has had
// them (`method.supervised.hyperparameters`, before that `hyperparameters`). What a provider cannot be told is named.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure } from '../failures.ts'
import { asObject, asText, isList, isObject } from '../providers/wire/json.ts'
import type { CollectionContext } from './collection.ts'

export interface AskedJob {
  readonly model: string
  readonly trainingFile: string
  readonly validationFile: string | undefined
  readonly suffix: string | undefined
  readonly seed: Json | undefined
  /** Without those that are left to the provider (`auto`). */
  readonly hyperparameters: JsonObject
  /** Parameters that the provider cannot be told, sorted. */
  readonly dropped: readonly string[]
}

/** What a provider knows beside model, files and method: `seed`, `metadata`, hyperparameters by their names. */
export interface KnownWords {
  readonly parameters: readonly string[]
  readonly hyperparameters: readonly string[]
}

const ALWAYS = ['model', 'training_file', 'validation_file', 'method', 'hyperparameters', 'suffix']

export function readJob(body: JsonObject, known: KnownWords, context: CollectionContext): AskedJob | Failure {
  const { type } = asObject(body['method'])
  if (type !== undefined && type !== 'supervised')
    return failure('invalid_request', 'The provider trains with the method "supervised" alone.', {
      param: 'method.type',
    })
  const given = { ...asObject(body['hyperparameters']), ...hyperparametersOf(body['method']) }
  const set = Object.entries(given).filter(([, value]) => value !== 'auto' && value !== null)
  const told = new Set([...ALWAYS, ...known.parameters])
  const dropped = [
    ...Object.keys(body).filter(name => !told.has(name) && !asksNothing(body[name])),
    ...set.map(([name]) => name).filter(name => !known.hyperparameters.includes(name)),
  ].sort()
  if (dropped.length > 0 && context.refusesLosses)
    return failure('invalid_request', `The provider cannot be told: ${dropped.join(', ')}.`, {
      param: dropped[0] ?? '',
    })
  return {
    model: asText(body['model']) ?? '',
    trainingFile: asText(body['training_file']) ?? '',
    validationFile: asText(body['validation_file']) || undefined,
    suffix: asText(body['suffix']) || undefined,
    seed: body['seed'],
    hyperparameters: Object.fromEntries(set),
    dropped,
  }
}

/** What asks for nothing is not lost. */
const asksNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (isObject(value) && Object.keys(value).length === 0) ||
  (isList(value) && value.length === 0)

const hyperparametersOf = (method: Json | undefined): JsonObject =>
  asObject(asObject(asObject(method)['supervised'])['hyperparameters'])
