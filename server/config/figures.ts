import type { Settings } from './settings.ts'

/** How often something may happen within a time, in ms. */
interface Frequency {
  readonly max: number
  readonly windowMs: number
}

/** Figures that a firm decides. Times in ms. */
export interface FirmFigures {
  /** How long it is kept who has read what about people. */
  readonly viewsKeptMs: number
  /** How long decided approvals are listed. */
  readonly approvalsKeptMs: number
  /** Different records about people that one person is sent within a time, from which there is an alert. */
  readonly manyViews: Frequency
  /** Files and values whole that one person asks for within a time, from which there is an alert. */
  readonly manyFiles: Frequency
  /** Files with many records that one person may save. */
  readonly exports: Frequency
}

const DAY_MS = 24 * 3_600_000

export const readFigures = (settings: Settings): FirmFigures => ({
  viewsKeptMs: settings.integer('VIEWS_KEPT_DAYS', 400, 30, 3660) * DAY_MS,
  approvalsKeptMs: settings.integer('APPROVALS_KEPT_DAYS', 400, 30, 3660) * DAY_MS,
  manyViews: {
    max: settings.integer('MANY_VIEWS', 100, 5, 100_000),
    windowMs: settings.integer('MANY_VIEWS_MINUTES', 10, 1, 1440) * 60_000,
  },
  manyFiles: {
    max: settings.integer('MANY_FILES', 100, 5, 100_000),
    windowMs: settings.integer('MANY_FILES_MINUTES', 10, 1, 1440) * 60_000,
  },
  exports: { max: settings.integer('EXPORTS_PER_DAY', 20, 0, 1000), windowMs: DAY_MS },
})
