// Admission adapts to the delay of the event loop, and to nothing else; what remains is divided fairly between keys.
import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../runtime/http/admission.ts'

/** An event loop that is late by as much as the test says, and requests that are in flight until the test ends them. */
function scene(most = 4096) {
  let now = 0
  let late = 0
  let timers: { readonly at: number; readonly action: () => void }[] = []
  const inFlight: string[] = []
  const admission = createAdmission(most, () => inFlight.length, {
    monotonic: () => now,
    after: (milliseconds, action) => {
      const timer = { at: now + milliseconds, action }
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
  })
  return {
    /** So many requests of a key arrive; the number of those that are served. */
    arrive: (count: number, key = 'a'): number => {
      let served = 0
      for (let index = 0; index < count; index += 1) {
        inFlight.push(key)
        if (admission.admit(key)) served += 1
        else inFlight.pop()
      }
      return served
    },
    end: (count: number, key = 'a'): void => {
      for (let index = 0; index < count; index += 1) {
        inFlight.splice(inFlight.indexOf(key), 1)
        admission.release(key)
      }
    },
    /** Time passes, in looks at the event loop that are each so many milliseconds late. */
    pass: (looks: number, milliseconds: number): void => {
      late = milliseconds
      for (let look = 0; look < looks; look += 1) {
        const [timer] = timers.splice(0, 1)
        if (timer === undefined) return
        now = timer.at + late
        timer.action()
      }
    },
    timers: () => timers.length,
  }
}

describe('Admission', () => {
  it('has no timer while few requests are in flight, and is never below that', () => {
    const { arrive, pass, timers } = scene()
    expect(arrive(64)).toBe(64)
    expect(timers()).toBe(0)
    expect(arrive(1)).toBe(1)
    expect(timers()).toBe(1)
    pass(40, 10_000)
    expect(arrive(1)).toBe(0)
  })

  it('serves any number while the event loop is responsive, however long the requests take', () => {
    const { arrive, pass } = scene()
    expect(arrive(2000)).toBe(2000)
    pass(1000, 20)
    expect(arrive(2000)).toBe(2000)
  })

  it('takes a pause for what it is: only delays in a row count', () => {
    const { arrive, pass } = scene()
    arrive(1000)
    pass(1, 5000)
    pass(3, 0)
    pass(3, 60)
    pass(1, 0)
    expect(arrive(1000)).toBe(1000)
    pass(4, 500)
    expect(arrive(1)).toBe(0)
  })

  it('falls at once to what the loop can carry, and grows again while that is used', () => {
    const { arrive, end, pass } = scene()
    arrive(4000)
    pass(4, 200)
    end(3000)
    // A quarter of what was in flight took four times as long as it may.
    expect(arrive(100)).toBe(0)
    end(50)
    expect(arrive(100)).toBe(50)
    pass(4, 0)
    expect(arrive(1000)).toBe(108)
    pass(400, 0)
    arrive(200)
    pass(400, 0)
    expect(arrive(500)).toBeGreaterThan(100)
  })

  it('is reset when the rush is over', () => {
    const { arrive, end, pass, timers } = scene()
    arrive(1000)
    pass(4, 1000)
    end(990)
    pass(1, 0)
    expect(timers()).toBe(0)
    expect(arrive(900)).toBe(900)
  })

  it('refuses those that have more than their share, and serves the others', () => {
    const { arrive, end, pass } = scene()
    arrive(1000, 'greedy')
    arrive(10, 'modest')
    pass(4, 100)
    end(500, 'greedy')
    // 505 may be served, and are; a modest key has a share of half of that.
    expect(arrive(10, 'greedy')).toBe(0)
    expect(arrive(10, 'modest')).toBe(10)
    expect(arrive(500, 'modest')).toBeLessThan(300)
  })
})
