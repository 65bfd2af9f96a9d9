// Generated from schemas/control/ by schemas/generate.ts. Do not edit.
/**
 * One change.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditLog".
 */
export interface AuditLog {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * When it was made.
   */
  readonly timestamp: string
  /**
   * The key or person that made it.
   */
  readonly user: string
  /**
   * How they were identified.
   */
  readonly user_type: string
  /**
   * The workspace of the resource; null for those of the organisation.
   */
  readonly workspace: string | null
  /**
   * The method of the request.
   */
  readonly method: string
  /**
   * The path of the request.
   */
  readonly uri: string
  /**
   * What was done.
   */
  readonly action: string
  /**
   * The kind of the resource.
   */
  readonly resource_type: string
  /**
   * The identifier of the resource.
   */
  readonly resource_id: string
  /**
   * The resource before, without secrets.
   */
  readonly before: {} | null
  /**
   * The resource after, without secrets.
   */
  readonly after: {} | null
}
/**
 * A page of changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditLogList".
 */
export interface AuditLogList {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of changes on all pages.
   */
  readonly total: number
  /**
   * The changes of the page.
   */
  readonly records: readonly AuditLog[]
}
/**
 * A workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Workspace".
 */
export interface Workspace {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in keys and configs.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * What it is for.
   */
  readonly description?: string | null
  /**
   * Archived workspaces serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * What applies to the calls of the workspace.
   */
  readonly defaults?: {}
  /**
   * Who may change it: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * When its usage was last reset.
   */
  readonly last_reset_at?: string | null
  /**
   * When it was created.
   */
  readonly created_at: string
  /**
   * When it was last changed.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'workspace'
}
/**
 * A page of workspaces.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceList".
 */
export interface WorkspaceList {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of workspaces on all pages.
   */
  readonly total: number
  /**
   * The workspaces of the page.
   */
  readonly data: readonly Workspace[]
}
/**
 * A new workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceCreate".
 */
export interface WorkspaceCreate {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in keys and configs, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * What it is for.
   */
  readonly description?: string | null
  /**
   * What applies to the calls of the workspace.
   */
  readonly defaults?: {
    /**
     * Metadata of calls that do not set it.
     */
    readonly metadata?: {
      readonly [k: string]: string
    }
  }
}
/**
 * Changes of a workspace; what is absent stays.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUpdate".
 */
export interface WorkspaceUpdate {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * What it is for.
   */
  readonly description?: string | null
  /**
   * Active restores an archived workspace.
   */
  readonly status?: 'active' | 'archived'
  /**
   * What applies to the calls of the workspace.
   */
  readonly defaults?: {
    /**
     * Metadata of calls that do not set it.
     */
    readonly metadata?: {
      readonly [k: string]: string
    }
  }
}
