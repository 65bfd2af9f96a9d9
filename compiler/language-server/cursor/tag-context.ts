// The cursor in the tag of a partial: `{{>` and what follows.

const OPEN = /\{\{>\s*([\w-]*)$/

/** The offset of the name; undefined outside of such a tag. */
export function tagContext(text: string, offset: number): { readonly start: number } | undefined {
  const found = OPEN.exec(text.slice(Math.max(0, offset - MAX_TAG), offset))
  return found === null ? undefined : { start: offset - (found[1]?.length ?? 0) }
}

/** The longest tag that is completed, in UTF-16 code units. */
const MAX_TAG = 300
