// The screens of the page, in the order of the navigation. Each is loaded when it is first opened.
import type { ComponentType } from 'preact'

export interface Screen {
  /** The first part of its path. */
  readonly id: string
  readonly title: string
  /** Scopes of which the caller needs one to see anything here; without any, everyone does. */
  readonly scopes?: readonly string[]
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

export const screens: readonly Screen[] = [
  {
    id: 'overview',
    title: 'Overview',
    scopes: ['analytics.view'],
    load: () => import('./screens/overview/screen.tsx'),
  },
  {
    id: 'requests',
    title: 'Requests',
    scopes: ['logs.list', 'logs.view'],
    load: () => import('./screens/requests/screen.tsx'),
  },
  {
    id: 'sessions',
    title: 'Sessions',
    scopes: ['analytics.view', 'logs.list'],
    load: () => import('./screens/sessions/screen.tsx'),
  },
  {
    id: 'plan',
    title: 'Plans',
    scopes: ['configs.list'],
    load: () => import('./screens/plan/screen.tsx'),
  },
  { id: 'keys', title: 'Keys and limits', load: () => import('./screens/keys/screen.tsx') },
  {
    id: 'models',
    title: 'Models',
    scopes: ['analytics.view'],
    load: () => import('./screens/models/screen.tsx'),
  },
  {
    id: 'compiler',
    title: 'Compiler',
    load: () => import('./screens/compiler/screen.tsx'),
  },
  {
    id: 'playground',
    title: 'Playground',
    load: () => import('./screens/playground/screen.tsx'),
  },
  {
    id: 'providers',
    title: 'Providers',
    scopes: ['providers.list'],
    load: () => import('./screens/providers/screen.tsx'),
  },
  {
    id: 'guards',
    title: 'Guards',
    scopes: ['analytics.view'],
    load: () => import('./screens/guards/screen.tsx'),
  },
  {
    id: 'prompts',
    title: 'Prompts',
    scopes: ['prompts.list'],
    load: () => import('./screens/prompts/screen.tsx'),
  },
  {
    id: 'mcp',
    title: 'MCP servers',
    scopes: ['mcp_servers.list'],
    load: () => import('./screens/mcp/screen.tsx'),
  },
  {
    id: 'agents',
    title: 'Agents',
    scopes: ['agent_servers.list'],
    load: () => import('./screens/agents/screen.tsx'),
  },
  {
    id: 'people',
    title: 'People',
    scopes: ['organisation_users.list', 'workspace_users.list', 'workspaces.list'],
    load: () => import('./screens/people/screen.tsx'),
  },
  {
    id: 'audit',
    title: 'Audit log',
    scopes: ['audit_logs.list'],
    load: () => import('./screens/audit/screen.tsx'),
  },
  { id: 'connect', title: 'Connect', load: () => import('./screens/connect/screen.tsx') },
]
