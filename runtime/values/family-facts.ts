// What is known of the model that a call is for.
import type {
  EmbeddingLimits,
  FamilyLack,
  ModelFamily,
  SchemaLanguage,
  Thinking,
} from '../../schemas/generated/types.ts'

export interface FamilyFacts {
  /** Absent if it is not known how the models think at this provider. */
  readonly thinking?: Thinking
  /** Parameters that the model rejects at any value, and those it rejects only while it thinks. */
  readonly refuses: readonly string[]
  readonly refusesWhileThinking: readonly string[]
  /** Parameters that the model knows by another name. */
  readonly renames: Readonly<Record<string, string>>
  /** What the model does not support. */
  readonly lacks: readonly FamilyLack[]
  /** The language of the schemas that replies and arguments are constrained by; absent: JSON Schema as it is. */
  readonly language?: SchemaLanguage
  /** What the model wants of the thinking of earlier replies. */
  readonly replay?: NonNullable<ModelFamily['replay']>
  /** The model reads no images. */
  readonly textOnly?: true
  /** Where Converse takes cache points. */
  readonly cachePoints?: NonNullable<ModelFamily['cachePoints']>
  readonly embeddings?: EmbeddingLimits
  /** Tokens that the template of the model adds to a chat. */
  readonly template?: NonNullable<ModelFamily['template']>
  /** The parameters of a chat that some of these facts are about. */
  readonly concerns: ReadonlySet<string>
}
