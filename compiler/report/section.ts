// A section of an analysis as headings, sentences and tables, which the terminal and Markdown show in their own ways.

export interface ReportTable {
  /** What the table is about: a target. */
  readonly caption?: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ReportSection {
  readonly title: string
  readonly sentences: readonly string[]
  readonly tables: readonly ReportTable[]
  /** What holds for all of it, or what was not decided. */
  readonly notes: readonly string[]
}
