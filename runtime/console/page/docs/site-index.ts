// The index of the documentation, as its pages read it.

/** What is found where. */
export interface SearchIndex {
  /** Path and title of each page. */
  readonly pages: readonly (readonly [path: string, title: string])[]
  /** Page, anchor, title and the beginning of the text of each section. */
  readonly sections: readonly (readonly [page: number, anchor: string, title: string, text: string])[]
  /** For each word the sections that have it, as differences in base 36, those that have it in a title first with an asterisk. */
  readonly words: Readonly<Record<string, string>>
}
