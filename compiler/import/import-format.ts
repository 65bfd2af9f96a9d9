// A format of another gateway.
import type { Json } from '../../schemas/values/json.ts'
import type { ImportContext } from './import-context.ts'
import type { ProjectDraft } from './project-draft.ts'

export interface ImportFormat {
  /** As it is written on the command line. */
  readonly name: string
  /** The product, in sentences. */
  readonly title: string
  /** The files that it reads, in a few words. */
  readonly describes: string
  readonly recognizes: (value: Json) => boolean
  /** Adds what the sources express to the draft, and reports everything else. Total: it never throws. */
  readonly convert: (contexts: readonly ImportContext[], draft: ProjectDraft) => void
}
