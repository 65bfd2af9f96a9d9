// Reads the request for a training job: the interface's fields, and hyperparameters in either location that the vendor has
// used (`method.supervised.hyperparameters`, formerly `hyperparameters`). Unsupported ones are reported as dropped.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, asText, isList, isObject } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { OperationContext } from '../values/resource-operation.ts'

export interface JobRequest {
  readonly model: string
  readonly trainingFile: string
  readonly validationFile: string | undefined
  readonly suffix: string | undefined
  readonly seed: Json | undefined
  /** Without those set to `auto`. */
  readonly hyperparameters: JsonObject
  /** Parameters that the provider does not support, sorted. */
  readonly dropped: readonly string[]
}

/** What a provider supports besides model, files and method: `seed`, `metadata`, hyperparameters by name. */
export interface SupportedParameters {
  readonly parameters: readonly string[]
  readonly hyperparameters: readonly string[]
}

const UNIVERSAL_PARAMETERS = [
  'model',
  'training_file',
  'validation_file',
  'method',
  'hyperparameters',
  'suffix',
]

export function readJobRequest(
  body: JsonObject,
  supported: SupportedParameters,
  context: OperationContext,
): JobRequest | Failure {
  const { type } = asObject(body['method'])
  if (type !== undefined && type !== 'supervised')
    return failure('invalid_request', 'The provider supports only the method "supervised".', {
      param: 'method.type',
    })
  const hyperparameters = { ...asObject(body['hyperparameters']), ...hyperparametersOf(body['method']) }
  const explicit = Object.entries(hyperparameters).filter(([, value]) => value !== 'auto' && value !== null)
  const supportedNames = new Set([...UNIVERSAL_PARAMETERS, ...supported.parameters])
  const dropped = [
    ...Object.keys(body).filter(name => !supportedNames.has(name) && !isEmptyValue(body[name])),
    ...explicit.map(([name]) => name).filter(name => !supported.hyperparameters.includes(name)),
  ].sort()
  if (dropped.length > 0 && context.rejectsUnsupported)
    return failure('invalid_request', `The provider does not support: ${dropped.join(', ')}.`, {
      param: dropped[0] ?? '',
    })
  return {
    model: asText(body['model']) ?? '',
    trainingFile: asText(body['training_file']) ?? '',
    validationFile: asText(body['validation_file']) || undefined,
    suffix: asText(body['suffix']) || undefined,
    seed: body['seed'],
    hyperparameters: Object.fromEntries(explicit),
    dropped,
  }
}

/** Empty values need not be reported as dropped. */
const isEmptyValue = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (isObject(value) && Object.keys(value).length === 0) ||
  (isList(value) && value.length === 0)

const hyperparametersOf = (method: Json | undefined): JsonObject =>
  asObject(asObject(asObject(method)['supervised'])['hyperparameters'])
