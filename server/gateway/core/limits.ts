import type { FastifyReply } from 'fastify'
import { CALL_BYTES } from '../../../language/uploads.ts'
import { GatewayError } from './errors.ts'

/** Requests one key (session, address, account) may make within a window. */
export interface Rate {
  readonly max: number
  readonly windowMs: number
}

/** Every figure of the gateway that is a choice (S-01, S-10, S-41, D-32). Times in ms, sizes in bytes. */
export interface Limits {
  /** A session ends this long after the last activity … */
  readonly idleMs: number
  /** … and at the latest this long after the sign-in. */
  readonly absoluteMs: number
  /** Sessions of one person at once (S-11): a further sign-in ends the one that began first. */
  readonly sessionsPerPerson: number
  /** The time for a person at the identity provider. */
  readonly signInMs: number
  /** `is_staff` is asked for again after this time … */
  readonly staffCheckMs: number
  /** … and without an answer the session lives this much longer. */
  readonly staffGraceMs: number
  readonly identityMs: number
  readonly connectMs: number
  readonly readMs: number
  readonly readHeadersMs: number
  readonly mutateMs: number
  readonly mutateHeadersMs: number
  /** Between two readings of the state of a call that a service has accepted. */
  readonly pollMs: number
  /** From the first byte of an upload to its answer. */
  readonly uploadMs: number
  /** For the body of any other request to arrive. */
  readonly bodyMs: number
  readonly exportMs: number
  readonly idleBodyMs: number
  readonly jsonBytes: number
  readonly exportBytes: number
  /** The least that a browser reads of a file in each window; otherwise the download ends. */
  readonly readingPace: { readonly bytes: number; readonly windowMs: number }
  /** Files that one person receives at once, and those that may wait for their turn. */
  readonly downloadsPerPerson: number
  readonly downloadsWaiting: number
  /** One uploaded file, whatever its call declares. */
  readonly uploadBytes: number
  /** Pixels of one uploaded image, all of its frames together. */
  readonly imagePixels: number
  readonly imageFrames: number
  /** Uploads on disk at once, those of one person, and those that may wait for a place. */
  readonly uploadsAtOnce: number
  readonly uploadsPerPerson: number
  /** Uploads that are decoded at once: each may take hundreds of megabytes of memory for a moment. */
  readonly decodesAtOnce: number
  readonly uploadsWaiting: number
  readonly breakerOpenMs: number
  /** The time in which a stopping gateway still answers while it reports that it is not ready. */
  readonly drainMs: number
  readonly sessionRate: Rate
  /** Sign-ins of one address, behind which a whole office may be. */
  readonly loginRate: Rate
  /** Failed sign-ins of one account, from any address. */
  readonly failedSignIns: Rate
  readonly completeRate: Rate
  /** Uses of one token with which the identity provider ends sessions: longer than any such token lives. */
  readonly providerToken: Rate
  /** A permission that needs a fresh sign-in may be used this long after one (S-27). */
  readonly freshSignInMs: number
  readonly reportRate: Rate
  /** Masked values that one member of staff may see whole (S-32) … */
  readonly reveals: Rate
  /** … and the count from which the log has a warning. */
  readonly revealsWorthAWarning: number
  /** Different records about people that one person is sent within a time, from which there is an alert … */
  readonly manyViews: Rate
  /** … files and values whole that one person asks for within a time, from which there is one … */
  readonly manyFiles: Rate
  /** … and those that may be read ahead without being shown. */
  readonly prefetches: Rate
  /** Files with many records that one person may save. */
  readonly exports: Rate
  /** How long it is kept who has read what about people, and which approvals were decided. */
  readonly viewsKeptMs: number
  readonly approvalsKeptMs: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const MIB = 1024 * 1024

/** The figures in force unless a test scales them. */
export const defaultLimits: Limits = {
  idleMs: 30 * MINUTE,
  absoluteMs: 8 * 60 * MINUTE,
  sessionsPerPerson: 5,
  signInMs: 10 * MINUTE,
  staffCheckMs: 10 * MINUTE,
  staffGraceMs: 15 * MINUTE,
  identityMs: 5 * SECOND,
  connectMs: SECOND,
  readMs: 10 * SECOND,
  readHeadersMs: 5 * SECOND,
  mutateMs: 20 * SECOND,
  mutateHeadersMs: 15 * SECOND,
  pollMs: 500,
  uploadMs: 60 * SECOND,
  bodyMs: 30 * SECOND,
  exportMs: 300 * SECOND,
  idleBodyMs: 5 * SECOND,
  jsonBytes: 8 * MIB,
  exportBytes: 300 * MIB,
  readingPace: { bytes: 64 * 1024, windowMs: 10 * SECOND },
  downloadsPerPerson: 4,
  downloadsWaiting: 32,
  uploadBytes: CALL_BYTES,
  imagePixels: 50_000_000,
  imageFrames: 1000,
  uploadsAtOnce: 64,
  uploadsPerPerson: 8,
  decodesAtOnce: 1,
  uploadsWaiting: 20,
  breakerOpenMs: 5 * SECOND,
  drainMs: 0,
  sessionRate: { max: 60, windowMs: 3 * SECOND },
  loginRate: { max: 300, windowMs: MINUTE },
  failedSignIns: { max: 10, windowMs: 10 * MINUTE },
  completeRate: { max: 300, windowMs: MINUTE },
  providerToken: { max: 1, windowMs: 10 * MINUTE },
  freshSignInMs: 5 * MINUTE,
  reportRate: { max: 30, windowMs: MINUTE },
  reveals: { max: 30, windowMs: 60 * MINUTE },
  revealsWorthAWarning: 10,
  manyViews: { max: 100, windowMs: 10 * MINUTE },
  manyFiles: { max: 100, windowMs: 10 * MINUTE },
  prefetches: { max: 60, windowMs: 10 * MINUTE },
  exports: { max: 20, windowMs: DAY },
  viewsKeptMs: 400 * DAY,
  approvalsKeptMs: 400 * DAY,
}

/**
 * A signal that fires, with CLIENT_CLOSED as its reason, when the browser disconnects before the answer is complete, and
 * as that of `deadline` after `ms`. It is made for every reading, so it is one signal and not one of several.
 */
export function abandonedBy(reply: FastifyReply, ms?: number): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('The call has taken too long.', 'TimeoutError'))
  const timer = ms === undefined ? undefined : setTimeout(end, ms).unref()
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) controller.abort(new GatewayError('CLIENT_CLOSED'))
  })
  return controller.signal
}

/** A call's total deadline, which also ends when the answer is no longer awaited. */
export const deadline = (ms: number, abandoned?: AbortSignal): AbortSignal =>
  abandoned === undefined ? AbortSignal.timeout(ms) : AbortSignal.any([AbortSignal.timeout(ms), abandoned])
