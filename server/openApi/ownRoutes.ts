import { driftList } from '../../language/drift.ts'
import { historyPage } from '../../language/history.ts'
import { revealedValue } from '../../language/pii.ts'
import { count, countOrNull, flag, list, mapOf, object, oneOf, only, text, textOrNull } from '../../language/wire.ts'
import { historyQuery } from '../gateway/calls/history.ts'
import { revealBody } from '../gateway/calls/reveal.ts'
import { BACKCHANNEL, CONTINUE, REVOCATION } from '../gateway/http/requestChecks.ts'
import { revocationBody } from '../gateway/signIn/providerLogout.ts'
import { signInBodies } from '../gateway/signIn/signInBodies.ts'
import { errorAnswers, json, type Json, type Paths, staffOnly } from './parts.ts'
import { plainSchema } from './schemas.ts'

const consoleHeader = { $ref: '#/components/parameters/Console' }
const origin = { $ref: '#/components/parameters/Origin' }

export interface Route {
  readonly summary: string
  readonly answer: unknown
  /** The body's schema, for a POST. */
  readonly body?: unknown
  readonly isBodyOptional?: true
  readonly parameters?: readonly Json[]
  readonly permission?: string
}

const operation = (
  tag: string,
  { summary, answer, body, isBodyOptional, parameters = [] }: Route,
  errors: Json,
): Json => ({
  summary,
  tags: [tag],
  parameters,
  ...(body === undefined
    ? {}
    : { requestBody: { required: isBodyOptional !== true, content: json(plainSchema(body)) } }),
  responses: { 200: { description: 'Done.', content: json(plainSchema(answer)) }, ...errors },
})

/** The headers of every request of the console, before a route's own parameters. */
const withHeaders = (route: Route): Route => ({
  ...route,
  parameters: [consoleHeader, ...(route.body === undefined ? [] : [origin]), ...(route.parameters ?? [])],
})

export const staffRoute = (route: Route): Json => ({
  ...operation('console', withHeaders(route), errorAnswers('own')),
  ...(route.permission === undefined ? {} : { 'x-permission': route.permission }),
  security: staffOnly,
})

/** A route that needs no session. */
const signInRoute = (route: Route): Json => ({
  ...operation('sign-in', withHeaders(route), errorAnswers('public')),
  security: [],
})

const probe = (summary: string, answer: unknown, errors: Json = {}): Json => ({
  ...operation('probes', { summary, answer }, errors),
  security: [],
})

const location = object({ location: { ...text, description: 'Where the browser goes next.' } })

const session = {
  ...object({
    userId: count,
    email: text,
    firstName: text,
    lastName: text,
    role: textOrNull,
    authType: text,
    permissions: list(text),
    notConfigured: { ...list(text), description: 'Ids of operations that are off in this environment.' },
    mayInspect: { ...flag, description: 'Whether drift and explanations are shown.' },
    mayAdminister: { ...flag, description: "Whether everyone's access and sessions are shown." },
    mayReadAudit: { ...flag, description: 'Whether the audit trail is shown.' },
    accessContact: { ...textOrNull, description: 'Who gives permissions here.' },
    approvalHours: { ...countOrNull, description: 'How long what needs a second person waits for one.' },
    idleExpiresAt: count,
    expiresAt: count,
  }),
  // A console's own details come with it.
  additionalProperties: true,
}

const staffSession = staffRoute({ summary: 'The session as the browser may know it', answer: session })

const sessionRoute: Json = {
  ...staffSession,
  responses: {
    ...(staffSession['responses'] as Json),
    204: { description: 'No session: the browser is not signed in.' },
  },
}

export const ended = (summary: string, parameters: readonly Json[]): Json => ({
  ...staffRoute({ summary, body: {}, isBodyOptional: true, parameters, answer: true }),
  responses: { 204: { description: 'Done.' }, ...errorAnswers('own') },
})

const queryParameters = Object.entries(historyQuery.properties).map(([name, schema]) => ({
  name,
  in: 'query',
  required: historyQuery.required.some((own) => own === name),
  schema: plainSchema(schema),
}))

const health = oneOf(['up', 'down'])
const readiness = object(
  {
    status: oneOf(['ready', 'not ready', 'stopping']),
    store: health,
    identityProvider: health,
    services: mapOf(health),
  },
  { checkpoints: object({ state: health, newest: textOrNull }) },
)
const reports: Json = {
  summary: 'Receives reports of browsers about the content security policy',
  tags: ['probes'],
  requestBody: { required: true, content: { 'application/csp-report': {}, 'application/reports+json': {} } },
  responses: { 204: { description: 'Noted.' } },
  security: [],
}

/** The gateway's own routes: signing in, the session, and what no service has. */
export const ownRoutes: Paths = {
  '/auth/config': {
    get: signInRoute({
      summary: 'What the login screen needs',
      answer: object({
        productName: text,
        environment: text,
        loginMode: oneOf(['form', 'redirect']),
        forgotPasswordUrl: textOrNull,
        changePasswordUrl: textOrNull,
      }),
    }),
  },
  '/auth/login': {
    post: signInRoute({ summary: 'Checks a password', body: signInBodies.login, answer: location }),
  },
  '/auth/sso': {
    post: signInRoute({
      summary: "Begins at the identity provider's own page",
      body: signInBodies.singleSignOn,
      isBodyOptional: true,
      answer: location,
    }),
  },
  [CONTINUE]: {
    get: {
      summary: 'Sends the browser on to the identity provider, for the sign-in or the sign-out that its cookie names',
      tags: ['sign-in'],
      responses: { 303: { description: "To the provider's address, or to the login page." } },
      security: [],
    },
  },
  '/auth/callback': {
    get: {
      summary:
        'Where the identity provider sends the browser: the console page, which posts the query to /auth/complete',
      tags: ['sign-in'],
      responses: { 200: { description: 'The page.', content: { 'text/html': {} } } },
      security: [],
    },
  },
  '/auth/complete': {
    post: signInRoute({
      summary: 'Opens the session with what the identity provider has sent back',
      body: signInBodies.complete,
      answer: object({ next: { ...text, description: 'The page to show.' } }),
    }),
  },
  '/auth/logout': {
    post: signInRoute({ summary: 'Ends the session', body: {}, isBodyOptional: true, answer: location }),
  },
  '/auth/session': {
    get: sessionRoute,
  },
  '/auth/session/touch': {
    post: staffRoute({
      summary: 'Keeps the session from ending for want of use',
      body: {},
      isBodyOptional: true,
      answer: session,
    }),
  },
  '/auth/step-up': {
    post: staffRoute({
      summary: 'Begins a fresh sign-in, which some permissions need',
      body: signInBodies.singleSignOn,
      isBodyOptional: true,
      answer: location,
    }),
  },
  [BACKCHANNEL]: {
    post: {
      summary: 'Ends the sessions that a logout token of the identity provider names',
      tags: ['sign-in'],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': {} } },
      responses: { 200: { description: 'Done.' }, ...errorAnswers('public') },
      security: [],
    },
  },
  [REVOCATION]: {
    post: {
      summary: 'Ends the sessions of a person, by a token of the identity provider (Global Token Revocation)',
      tags: ['sign-in'],
      requestBody: { required: true, content: json(plainSchema(revocationBody)) },
      responses: { 204: { description: 'Done.' }, ...errorAnswers('public') },
      security: [],
    },
  },
  '/console/reveal': {
    post: staffRoute({
      summary: 'One masked value, whole, for a reason that is recorded',
      body: revealBody,
      answer: revealedValue,
    }),
  },
  '/console/history': {
    get: staffRoute({
      summary: 'What staff did or tried to do to one record, newest first',
      parameters: queryParameters,
      answer: historyPage,
    }),
  },

  '/console/drift': {
    get: staffRoute({ summary: 'Where answers did not fit their definitions', answer: driftList }),
    delete: ended('Forgets all of it', []),
  },
  '/csp-report': { post: reports },
  '/healthz': { get: probe('The process answers', object({ status: only('alive') })) },
  '/metrics': {
    get: {
      summary: 'Times of the routes, and what answers, for Prometheus; with `METRICS_TOKEN` as the bearer token',
      tags: ['probes'],
      parameters: [],
      responses: {
        200: { description: 'Done.', content: { 'text/plain': { schema: text } } },
        404: errorAnswers('public')[404],
      },
      security: [],
    },
  },
  '/readyz': {
    get: probe('This gateway can take work; the body says what answers', readiness, {
      503: { description: 'It cannot.', content: json(plainSchema(readiness)) },
    }),
  },
}
