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
 * A saved config without its text.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Config".
 */
export interface Config {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * What x-gateway-config names.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The workspace; null for configs of the project, which serve all.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * Archived configs serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * The number of the version in use.
   */
  readonly version: number
  /**
   * The identifier of the version in use.
   */
  readonly version_id: string
  /**
   * The versions that labels point at.
   */
  readonly labels: {
    readonly [k: string]: number
  }
  /**
   * The digest of the plan in use.
   */
  readonly plan: string
  /**
   * Who may change it: the project in git, or this API.
   */
  readonly owner: 'git' | 'api'
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
  readonly object: 'config'
}
/**
 * A page of configs.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigList".
 */
export interface ConfigList {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The configs of the page.
   */
  readonly data: readonly Config[]
}
/**
 * A config and its text: its properties, and the same in data, where other clients look for them.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigRead".
 */
export interface ConfigRead {
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The config; null for one of the project, whose sources are in git.
   */
  readonly config: {} | null
  /**
   * The config again, with its text as a string.
   */
  readonly data: {}
}
/**
 * What was written: its identifiers, and the same in data, where other clients look for them.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigWritten".
 */
export interface ConfigWritten {
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The identifier of the version.
   */
  readonly version_id: string
  /**
   * Warnings and notes of the compiler.
   */
  readonly diagnostics: {}[]
  /**
   * The kind of the object.
   */
  readonly object: 'config'
  /**
   * The identifiers again.
   */
  readonly data: {}
}
/**
 * One version, which never changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigVersion".
 */
export interface ConfigVersion {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The number.
   */
  readonly version: number
  /**
   * The config as JSON text.
   */
  readonly config: string
  /**
   * The digest of its plan.
   */
  readonly plan: string
  /**
   * The labels that point at it.
   */
  readonly labels: readonly string[]
  /**
   * Who wrote it.
   */
  readonly created_by: string
  /**
   * Why.
   */
  readonly message: string | null
  /**
   * When it was written.
   */
  readonly created_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'config_version'
}
/**
 * A page of versions.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigVersionList".
 */
export interface ConfigVersionList {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The versions of the page.
   */
  readonly data: readonly ConfigVersion[]
}
/**
 * A new config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigCreate".
 */
export interface ConfigCreate {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * What x-gateway-config names, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The config, as an object or as JSON text.
   */
  readonly config: {} | string
  /**
   * The workspace, by its identifier or slug; that of the key when absent.
   */
  readonly workspace_id?: string
  /**
   * Configs for calls that name none are set by the defaults of keys.
   */
  readonly isDefault?: false | 0
  /**
   * As isDefault.
   */
  readonly is_default?: false | 0
  /**
   * Why, for the history.
   */
  readonly message?: string
}
/**
 * Changes of a config; what is absent stays.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigUpdate".
 */
export interface ConfigUpdate {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * The config of a new version, as an object or as JSON text.
   */
  readonly config?: {} | string
  /**
   * Archived configs serve no calls.
   */
  readonly status?: 'active' | 'archived'
  /**
   * Whether the new version is used at once; otherwise labels lead to it.
   */
  readonly promote?: boolean
  /**
   * Why, for the history.
   */
  readonly message?: string
}
/**
 * Where a label points.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigLabelMove".
 */
export interface ConfigLabelMove {
  /**
   * The number of the version.
   */
  readonly version: number
}
/**
 * A label and its version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigLabel".
 */
export interface ConfigLabel {
  /**
   * The label.
   */
  readonly label: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The kind of the object.
   */
  readonly object: 'config_label'
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
