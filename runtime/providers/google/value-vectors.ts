// Vectors of embeddings, in the shape of both of the provider's APIs.
import type { Json } from '../../../schemas/values/json.ts'
import { asObject, isList } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { readError } from './read-error.ts'

/** The `values` of each embedding; undefined where one has none, or there are no embeddings. */
export function readValueVectors(embeddings: readonly Json[]): readonly (readonly number[])[] | undefined {
  const vectors = embeddings.map(embedding => asObject(embedding)['values'])
  return vectors.length > 0 && vectors.every(isVector) ? vectors : undefined
}

const isVector = (values: Json | undefined): values is readonly number[] =>
  isList(values) && values.every(value => typeof value === 'number')

export const unreadableEmbeddings = (body: unknown): Failure =>
  failure(
    'invalid_upstream_reply',
    asObject(body)['error'] === undefined
      ? 'The provider returned no embeddings.'
      : readError(body, 200).message,
    { cause: 'decode' },
  )
