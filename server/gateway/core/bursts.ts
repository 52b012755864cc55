import type { FastifyBaseLogger } from 'fastify'
import type { Session } from '../../store/sessions.ts'

/** A request of a person who is sent or takes something. */
interface Reading {
  readonly session: Session
  readonly requestId: string
  readonly ip: string
  readonly log: FastifyBaseLogger
}

/** Raises alerts about people who are sent or take very much within a short time, each once within that time. */
export interface Bursts {
  /** After a person has been sent a record about someone, also one that was read ahead. */
  sent(reading: Reading): Promise<void>
  /** After a person has asked for a file, or for a value whole. */
  took(reading: Reading): Promise<void>
}
