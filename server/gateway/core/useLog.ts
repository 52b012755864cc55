import type { Access } from '../../store/access.ts'

const EVERY_MS = 10 * 60_000

/** Notes when people use their permissions, each at most once in ten minutes. */
export interface UseLog {
  note(userId: number, permission: string): Promise<void>
}

/** @param now the clock, UTC milliseconds */
export function createUseLog(access: Pick<Access, 'used'>, now: () => number): UseLog {
  const notedAt = new Map<string, number>()
  return {
    note: async (userId, permission) => {
      const key = `${userId} ${permission}`
      const time = now()
      if (time - (notedAt.get(key) ?? 0) < EVERY_MS) return
      notedAt.set(key, time)
      await access.used(userId, permission, time)
    },
  }
}
