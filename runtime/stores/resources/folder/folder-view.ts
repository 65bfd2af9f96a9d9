// What a process has seen in a folder, and the revision that it calls this. Writers leave a revision in each file. A
// process that changes files without a store, such as git or an editor, does not: what changed then gets the next
// revision, so that the feed names it. Pure.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Changes, Resource } from '../../../control/core/resource-store.ts'
import { changesOf, type Deletion, type Deletions, keyOf, withDeletions } from '../resources-in-memory.ts'

export interface FolderFile {
  readonly kind: string
  readonly id: string
  readonly value: JsonObject
  /** As the file has it; 0 if it has none. */
  readonly revision: number
  /** The text of the value: whether it changed. */
  readonly text: string
}

/** The file beside the resources. */
export interface FolderState extends Deletions {
  readonly revision: number
}

export interface FolderView {
  readonly revision: number
  readonly forgotten: number
  /** By path. */
  readonly resources: ReadonlyMap<string, Resource & { readonly text: string }>
  readonly deleted: ReadonlyMap<string, Deletion>
}

export const EMPTY_STATE: FolderState = { revision: 0, deleted: [], forgotten: 0 }

/** The view after a look at the folder; `before` is undefined at the first one. */
export function viewOf(
  state: FolderState,
  files: ReadonlyMap<string, FolderFile>,
  before: FolderView | undefined,
): FolderView {
  const last = before?.revision ?? 0
  const isChanged = (path: string, file: FolderFile): boolean => {
    const known = before?.resources.get(path)
    return known?.text !== file.text || file.revision > last
  }
  const changed = [...files].filter(([path, file]) => isChanged(path, file)).map(([path]) => path)
  const gone = [...(before?.resources ?? [])].filter(([path]) => !files.has(path))
  const isMoved = changed.length > 0 || gone.length > 0
  if (before !== undefined && !isMoved && state.revision <= last) return before
  // A revision that is not ahead names none of these changes: the files were changed by another process.
  const revision = state.revision > last ? state.revision : isMoved ? last + 1 : last
  const revisionOf = (own: number): number => (own > last && own <= revision ? own : revision)
  const changes = new Set(changed)
  const deleted = new Map(before?.deleted)
  for (const each of state.deleted)
    if (each.revision > last) deleted.set(keyOf(each), { ...each, revision: revisionOf(each.revision) })
  for (const [, { kind, id }] of gone) {
    const known = deleted.get(keyOf({ kind, id }))
    if (known === undefined || known.revision <= last)
      deleted.set(keyOf({ kind, id }), { kind, id, revision })
  }
  return {
    revision,
    forgotten: before?.forgotten ?? state.forgotten,
    deleted,
    resources: new Map(
      [...files].map(([path, { kind, id, value, text, revision: own }]) => [
        path,
        {
          kind,
          id,
          value,
          text,
          revision: changes.has(path) ? revisionOf(own) : (before?.resources.get(path)?.revision ?? revision),
        },
      ]),
    ),
  }
}

export const folderChanges = (view: FolderView, since: number): Changes =>
  changesOf(view.revision, view.resources.values(), deletionsOf(view), since)

/** The state after a transaction. */
export const stateAfter = (
  view: FolderView,
  revision: number,
  deletions: readonly { readonly kind: string; readonly id: string }[],
): FolderState => ({ revision, ...withDeletions(deletionsOf(view), revision, deletions) })

const deletionsOf = ({ deleted, forgotten }: FolderView): Deletions => ({
  deleted: [...deleted.values()],
  forgotten,
})
