// A row of the table of faults of services: what happens to it, and what the documents promise meanwhile.
import type { ServiceWay } from './service-way.ts'

export interface ServiceFault<Service> {
  readonly name: string
  readonly begin: (service: Service, way: ServiceWay) => unknown
  readonly end: (service: Service, way: ServiceWay) => unknown
  /**
   * `away`: it does not answer, or nothing that can be used; `slow`: too late for calls, not for writes by API; `unwritable`: what it has can be read; `empty`: it has lost what it had, and
   * is there; `brief`: the connections are lost, and new ones are possible.
   */
  readonly effect: 'away' | 'slow' | 'unwritable' | 'empty' | 'brief'
  /** Whether it has lost what it had when it is back. */
  readonly forgets?: boolean
}
