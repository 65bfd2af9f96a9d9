// The subcommand `replay`: where a logged request would go through another config, without calling anyone.

import { dirname, extname, resolve } from 'node:path'
import { asList, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { collectDiagnostics, hasErrors } from '../../diagnostics/diagnostic.ts'
import { printable, withoutControlsDeep } from '../../diagnostics/mask.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { EXIT } from '../command.ts'
import { readFileText } from '../files/read-file.ts'
import { readersFor } from '../files/readers.ts'
import { fitText } from '../layout/fit-text.ts'
import { printFindings } from '../print-diagnostics.ts'
import type { LogTask } from './log-task.ts'

/** Bytes of a config in a file. */
const MAX_CONFIG = 1_048_576
const CONFIG_FILES: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json', '.ts'])

/** `--config` is the identifier of a config, or a file with one. */
export async function replayLog(task: LogTask): Promise<number> {
  const { connection, argument, values, terminal, isJson } = task
  const named = String(values['config'])
  const config = CONFIG_FILES.has(extname(named)) ? await readConfig(named, task) : named
  if (typeof config === 'number') return config
  const reply = await connection.send('POST', `/logs/${encodeURIComponent(argument)}/replay`, { config })
  terminal.writeStdout(
    isJson ? JSON.stringify(reply) : fitText(formatReplay(withoutControlsDeep(reply), task), terminal.width),
  )
  return EXIT.clean
}

/** The config of a file; an exit code if there is none, after the reason was printed. */
async function readConfig(path: string, { terminal }: LogTask): Promise<JsonObject | number> {
  const { report, diagnostics } = collectDiagnostics()
  const { text, fault } = readFileText(resolve(terminal.folder, path), MAX_CONFIG)
  const source = { name: path, text: text ?? '' }
  if (text === undefined)
    report(createDiagnostic('unreadable-file', { source, span: { start: 0, end: 0 } }, fault))
  else {
    const readerOf = await readersFor([path], dirname(path), terminal.folder)
    const read = readerOf(path)(source, report)
    if (read !== undefined && !hasErrors(diagnostics)) return asObject(read.value)
  }
  return printFindings({ diagnostics, configs: 1 }, 'pretty', terminal)
}

function formatReplay(reply: JsonObject, { terminal: { paint } }: LogTask): string {
  const was = asObject(reply['was'])
  const attempts = asList(was['attempts']).map(asObject)
  return [
    `it went to   ${formatTarget(was)}`,
    ...attempts.map(each => `  ${formatTarget(each)} answered ${String(each['status'])}`),
    ...asList(reply['outcomes'])
      .map(asObject)
      .flatMap(each => {
        const share =
          typeof each['share'] === 'number' ? `${Math.round(each['share'] * 1000) / 10} %` : 'not decided'
        return [
          `it would go  ${formatTarget(each)}  ${paint('quiet', share)}`,
          ...asList(each['steps'])
            .map(asObject)
            .map(({ at, to, because }) => shown(`${String(at)} → ${String(to)}  because ${String(because)}`)),
          ...asList(each['next'])
            .map(asObject)
            .map(({ on, to }) => shown(`then ${String(to)}  on ${String(on)}`)),
          ...asList(each['undecided']).map(
            sentence => `  ${paint('warning', 'not decided')} ${printable(String(sentence))}`,
          ),
        ]
      }),
  ].join('\n')
}

const shown = (text: string): string => `  ${printable(text)}`

const formatTarget = ({ target, provider, model }: JsonObject): string =>
  printable(`${String(target ?? 'nothing')}: ${String(provider ?? '-')} ${String(model ?? '')}`.trim())
