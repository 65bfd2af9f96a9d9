// What a page asks the compiler, and what it gets: values that can be sent from a worker.

import type { JsonDiagnostic } from '../../../../../compiler/diagnostics/json.ts'
import type { Completion } from '../../../../../compiler/language-server/completion.ts'
import type { ReplayedTarget } from '../../../../../compiler/report/replayed-target.ts'
import type { ReportSection } from '../../../../../compiler/report/section.ts'
import type { Json } from '../../../../../schemas/values/json.ts'

/** Contents by path, with slashes. */
export type ProjectFiles = Readonly<Record<string, string>>

/** In UTF-16 code units of the text of a file. */
interface PageSpan {
  readonly start: number
  readonly end: number
}

export interface PageFix extends PageSpan {
  readonly title: string
  readonly file: string
  readonly text: string
  readonly isSafe: boolean
}

export interface PageDiagnostic extends JsonDiagnostic, PageSpan {
  readonly fix?: never
  readonly edit?: PageFix
}

export interface CompiledPlan {
  readonly id: string
  readonly file: string
  /** As `portolan print` shows it. */
  readonly tree: string
}

export interface PageCompilation {
  readonly diagnostics: readonly PageDiagnostic[]
  readonly plans: readonly CompiledPlan[]
  /** The identifiers of all configs, also of those with errors. */
  readonly configs: readonly { readonly id: string; readonly file: string }[]
  /** Of the chosen config; empty if it has errors. */
  readonly sections: readonly ReportSection[]
  readonly limits: readonly string[]
  /** Milliseconds. */
  readonly took: number
}

/** Another model in place of one, in the files of the last compilation. */
export interface PageReplacement {
  readonly edits: readonly PageFix[]
  /** Names that callers send, such as those of conditions, which stay. */
  readonly mentioned: number
  /** Why names cannot be replaced here, as sentences. */
  readonly faults: readonly string[]
}

/** A request of the tester: what conditions read. */
export interface PageRequest {
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  readonly body: Json
}

export interface PageCompiler {
  /** `config`: the one that is analysed. */
  readonly compile: (files: ProjectFiles, config: string | undefined) => PageCompilation
  readonly complete: (file: string, text: string, offset: number) => Completion
  readonly hover: (file: string, offset: number) => ({ readonly text: string } & PageSpan) | undefined
  /** Undefined for a file that cannot be read. */
  readonly format: (file: string) => string | undefined
  /** The edits that write a model in place of another; undefined before a compilation without errors. */
  readonly replace: (from: string, to: string) => PageReplacement | undefined
  /** Where a config of the last compilation sends a request; undefined if it has errors. */
  readonly route: (config: string, request: PageRequest) => readonly ReplayedTarget[] | undefined
}
