// The processes that benches compare: started, pinned to a CPU, and asked for the CPU time of their main thread.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage.ts'

export interface BenchProcess {
  readonly child: ChildProcess
  readonly port: number
}

/** Rejects where the process ends first: it has said why. */
export const next = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('A process of the bench ended before it answered.'))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message as T)
    })
  })

/** `file` is beside this one, or a URL. */
export async function start(file: string | URL, ...args: readonly string[]): Promise<BenchProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port } = await next<{ port: number }>(child)
  return { child, port }
}

/** Microseconds of CPU of the main thread. Linux has them in /proc, so that the process does nothing for it. */
export async function mainThread({ child }: BenchProcess): Promise<number> {
  try {
    const [nanoseconds] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1000
  } catch {
    const answer = next<Usage>(child)
    child.send('usage')
    return (await answer).mainThread
  }
}

/** Read before this process is pinned, since the number counts only the CPUs it may use. */
const hasSecondCpu = availableParallelism() > 1

const runTaskset = (...args: readonly string[]): boolean =>
  hasSecondCpu && spawnSync('taskset', args, { stdio: 'ignore' }).status === 0

/**
 * Keeps a thread on one CPU where the machine can: the thread that serves requests apart from those that send them. False where it
 * cannot: the threads move as they like.
 */
export const pin = (thread: number | undefined, cpu: number): boolean =>
  thread !== undefined && runTaskset('--cpu-list', '--pid', String(cpu), String(thread))

/** The same for all threads of a process. */
export const pinAll = (pid: number | undefined, cpu: number): boolean =>
  pid !== undefined && runTaskset('--all-tasks', '--cpu-list', '--pid', String(cpu), String(pid))

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
