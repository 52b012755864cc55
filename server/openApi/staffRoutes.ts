import { count, ended, object, staffRoute, text, texts } from './ownRoutes.ts'
import { errorAnswers, type Paths } from './parts.ts'

const sessions = object({
  sessions: {
    type: 'array',
    items: object({
      id: text,
      isCurrent: { type: 'boolean' },
      userId: count,
      name: text,
      email: text,
      role: text,
      device: text,
      ip: text,
      signedInAt: count,
      lastActiveAt: count,
      expiresAt: count,
    }),
  },
})

const access = object({
  permissions: texts,
  roles: { type: 'object', additionalProperties: texts },
  people: {
    type: 'array',
    items: object({
      userId: count,
      name: text,
      email: text,
      role: text,
      signedInAt: count,
      permissions: texts,
      uses: { type: 'object', additionalProperties: count },
    }),
  },
})

/** The routes about staff: their sessions and their access. */
export const staffRoutes: Paths = {
  '/console/sessions': {
    get: staffRoute({
      summary: "One's own sessions, or everyone's",
      parameters: [{ name: 'of', in: 'query', required: false, schema: { const: 'everyone' } }],
      answer: sessions,
    }),
    delete: ended("Ends all of one's own other sessions, or all of a person", [
      { name: 'userId', in: 'query', required: false, schema: count },
    ]),
  },
  '/console/sessions/{id}': {
    delete: ended('Ends one session', [{ name: 'id', in: 'path', required: true, schema: text }]),
  },
  '/console/access': {
    get: staffRoute({
      summary: 'Who may do what, as of their last sign-in, and when they last did it',
      answer: access,
    }),
  },
  '/console/access.csv': {
    get: {
      ...staffRoute({ summary: 'The same as a table, for reviews; recorded', answer: true }),
      responses: { 200: { description: 'The file.', content: { 'text/csv': {} } }, ...errorAnswers('own') },
    },
  },
}
