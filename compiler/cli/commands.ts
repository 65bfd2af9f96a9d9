// The commands of `portolan`, in the order in which a new user needs them. Each is loaded when it is run.
import type { CommandEntry } from './command.ts'

export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'create a working project',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  {
    name: 'import',
    summary: 'write a project from the configuration of another gateway',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of a manifest or a config, for editors',
    load: async () => (await import('./commands/schema.ts')).schemaCommand,
  },
  {
    name: 'check',
    summary: 'report every error in configs, with its location',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'lsp',
    summary: 'serve editors: findings, completion and hovers as you type',
    load: async () => (await import('./commands/lsp.ts')).lspCommand,
  },
  {
    name: 'fmt',
    summary: 'write configs in their canonical form',
    load: async () => (await import('./commands/fmt.ts')).fmtCommand,
  },
  {
    name: 'migrate',
    summary: 'rewrite configs and plans of earlier versions for this one',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  {
    name: 'compile',
    summary: 'compile a project into a plan',
    load: async () => (await import('./commands/compile.ts')).compileCommand,
  },
  {
    name: 'test',
    summary: 'run the tests of configs, without network and secrets',
    load: async () => (await import('./commands/test.ts')).testCommand,
  },
  {
    name: 'simulate',
    summary: 'estimate success, latency, calls and cost of traffic',
    load: async () => (await import('./commands/simulate.ts')).simulateCommand,
  },
  {
    name: 'print',
    summary: 'show plans as trees',
    load: async () => (await import('./commands/print.ts')).printCommand,
  },
  {
    name: 'analyse',
    summary: 'show outcomes of failures and worst cases of configs',
    load: async () => (await import('./commands/analyse.ts')).analyseCommand,
  },
  {
    name: 'diff',
    summary: 'show what a change of configs does to traffic',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  {
    name: 'replay',
    summary: 'show what a change would have done to the log',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  {
    name: 'graph',
    summary: 'draw plans as Mermaid, SVG or a page of HTML',
    load: async () => (await import('./commands/graph.ts')).graphCommand,
  },
  {
    name: 'explain',
    summary: 'explain a diagnostic code and how to fix it',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'docs',
    summary: 'write the documentation as a site of static files',
    load: async () => (await import('./commands/docs.ts')).docsCommand,
  },
  {
    name: 'providers',
    summary: 'list the providers, or show one in detail',
    load: async () => (await import('./commands/providers.ts')).providersCommand,
  },
  {
    name: 'models',
    summary: 'list the models that a project names, and when they end',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  {
    name: 'routes',
    summary: 'list the base URLs of a gateway, and the providers behind them',
    load: async () => (await import('./commands/routes.ts')).routesCommand,
  },
  {
    name: 'prices',
    summary: 'show what a model costs, and where its price is from',
    load: async () => (await import('./commands/prices.ts')).pricesCommand,
  },
  {
    name: 'checks',
    summary: 'list the checks of guardrails, or show one in detail',
    load: async () => (await import('./commands/checks.ts')).checksCommand,
  },
  {
    name: 'guard',
    summary: 'explain what guards find in a string, and why',
    load: async () => (await import('./commands/guard.ts')).guardCommand,
  },
  {
    name: 'login',
    summary: 'sign in at a gateway',
    load: async () => (await import('./commands/login.ts')).loginCommand,
  },
  {
    name: 'token',
    summary: 'print the token of a sign-in, and renew it',
    load: async () => (await import('./commands/login.ts')).tokenCommand,
  },
  {
    name: 'logout',
    summary: 'end a sign-in at a gateway',
    load: async () => (await import('./commands/login.ts')).logoutCommand,
  },
  {
    name: 'clients',
    summary: 'show how an SDK or framework calls the gateway',
    load: async () => (await import('./commands/clients.ts')).clientsCommand,
  },
  {
    name: 'connect',
    summary: 'set up a coding agent for a gateway',
    load: async () => (await import('./commands/connect.ts')).connectCommand,
  },
  {
    name: 'key',
    summary: 'create an API key for a client, with its line for gateway.yaml',
    load: async () => (await import('./commands/key.ts')).keyCommand,
  },
  {
    name: 'admin-key',
    summary: 'create the key of the first owner of a store, in a file',
    load: async () => (await import('./commands/admin-key.ts')).adminKeyCommand,
  },
  {
    name: 'serve',
    summary: 'check, compile and run a project; reload on change',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'push',
    summary: 'compile a project and store it as a release',
    load: async () => (await import('./commands/push.ts')).pushCommand,
  },
  {
    name: 'promote',
    summary: 'move a label to a release, or to a version of one config',
    load: async () => (await import('./commands/promote.ts')).promoteCommand,
  },
  {
    name: 'rollback',
    summary: 'revert to the previous release or config version',
    load: async () => (await import('./commands/rollback.ts')).rollbackCommand,
  },
  {
    name: 'history',
    summary: 'list the releases in a store, and their labels',
    load: async () => (await import('./commands/history.ts')).historyCommand,
  },
  {
    name: 'show',
    summary: 'show a release in a store, or the plan of a config in it',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'status',
    summary: 'show the releases that a store serves, and its runtimes',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'drift',
    summary: 'report what runs and is not what git has',
    load: async () => (await import('./commands/drift.ts')).driftCommand,
  },
  {
    name: 'pull',
    summary: 'write the plan of a release to a file, or its sources to a folder',
    load: async () => (await import('./commands/pull.ts')).pullCommand,
  },
  {
    name: 'secrets',
    summary: 'encrypt the secrets of a store with a new key',
    load: async () => (await import('./commands/secrets.ts')).secretsCommand,
  },
  {
    name: 'backup',
    summary: 'copy a SQLite store while gateways use it',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'put a copy of a SQLite store back',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  {
    name: 'logs',
    summary: 'read, explain, export and erase the log of requests',
    load: async () => (await import('./commands/logs.ts')).logsCommand,
  },
  {
    name: 'doctor',
    summary: 'examine whether a gateway can start on this machine',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands in a shell',
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
]
