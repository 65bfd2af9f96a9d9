// What a project is compiled from: sources with the readers of their formats.
import type { SourceReader } from './read/reader.ts'
import type { Source } from './source.ts'
import type { PriceListInputs } from './validate/validate-price-list.ts'

export interface ProjectInput {
  /** Absent for standalone configs, which get an empty manifest. */
  readonly manifest?: SourceInput
  /** Configs by identifier: the file name without extension. */
  readonly configs: ReadonlyMap<string, SourceInput>
  readonly prompts?: PromptInputs
  readonly priceLists?: PriceListInputs
}

/** The files of prompts and partials by identifier. */
export interface PromptInputs {
  readonly prompts: ReadonlyMap<string, SourceInput>
  readonly partials: ReadonlyMap<string, SourceInput>
}

/** A source to compile and the reader for its format. The same object means that the text and what it imports are the same. */
export interface SourceInput {
  readonly source: Source
  readonly read: SourceReader
}
