import { vi } from 'vitest'

/** Lets a test put timers forward. They also pass by themselves, and one that is cleared stays so; the date is the real one. */
export const fakeTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
