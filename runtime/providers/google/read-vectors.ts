// Vectors of embeddings, as both of the provider's interfaces write them.
import type { Json } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import { asObject, isList } from '../wire/json.ts'
import { readError } from './read-error.ts'

/** The `values` of each; undefined where one has none, or there is none at all. */
export function readVectors(embeddings: readonly Json[]): readonly (readonly number[])[] | undefined {
  const vectors = embeddings.map(embedding => asObject(embedding)['values'])
  return vectors.length > 0 && vectors.every(isVector) ? vectors : undefined
}

const isVector = (values: Json | undefined): values is readonly number[] =>
  isList(values) && values.every(value => typeof value === 'number')

export const misunderstoodEmbeddings = (body: unknown): Failure =>
  failure(
    'invalid_upstream_reply',
    asObject(body)['error'] === undefined
      ? 'The provider answered without embeddings.'
      : readError(body, 200).message,
    { cause: 'decode' },
  )
