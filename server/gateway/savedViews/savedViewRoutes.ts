import { parseOwn } from '../../config/ownJson.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { valueAt } from '../../../language/pointer.ts'
import { frameworkPermissions } from '../../../language/registry.ts'
import type { ListResource } from '../../../language/resource.ts'
import {
  MOST_SAVED_VIEWS,
  newSavedViewBody,
  type SavedView,
  savedViewBody,
  type SavedViewContent,
} from '../../../language/savedView.ts'
import { namesOf } from '../../store/access.ts'
import type { KeptView, SavedViews } from '../../store/savedViews.ts'
import { changeOnRecord, eventOf, type StaffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { assertGranted, type GatewayContext } from '../core/gatewayContext.ts'
import { parseJson } from '../core/json.ts'
import { inputReader } from '../core/readInput.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { assertPermitted } from '../signIn/permitted.ts'
import { sessionOf, staffOf } from '../signIn/sessionGuard.ts'
import { assertSavedViewContent } from './savedViewContent.ts'

const readNew = inputReader<FromSchema<typeof newSavedViewBody>>(newSavedViewBody)
const readChange = inputReader<FromSchema<typeof savedViewBody>>(savedViewBody)

interface Place {
  readonly context: GatewayContext
  readonly definition: ListResource
  readonly staff: StaffRequest
}

/** @throws GatewayError NOT_FOUND for a resource without a list, FORBIDDEN without its permission */
function placeOf(context: GatewayContext, operations: Operations, request: FastifyRequest, resource: string): Place {
  const operation = operations.get(`${resource}.list`)?.operation
  if (operation?.definition.kind !== 'list') throw new GatewayError('NOT_FOUND')
  const staff = staffOf(request)
  const { permission, definition } = operation
  assertGranted(context, staff, permission)
  return { context, definition, staff }
}

type Body = FromSchema<typeof savedViewBody> | FromSchema<typeof newSavedViewBody>

const gone = (): GatewayError =>
  new GatewayError('NOT_FOUND', {
    message: 'This view no longer exists: its owner has deleted it or keeps it private.',
  })

const taken = (name: string): GatewayError =>
  new GatewayError('CONFLICT', {
    why: 'name taken',
    message: `There is a view called “${name}” already. Choose another name.`,
  })

async function seen({ context, staff }: Place, views: readonly KeptView[]): Promise<readonly SavedView[]> {
  const nameOf = namesOf(await context.store.access.list().catch(failWith('STORE_UNAVAILABLE')))
  return views.map(({ userId, content, ...view }) => ({
    ...view,
    ...parseOwn<SavedViewContent>(content),
    owner: nameOf(userId),
    isOwn: userId === staff.session.data.userId,
  }))
}

const valuesOf = ({ name, isShared, query, columns }: Body) => ({
  name,
  isShared,
  content: JSON.stringify({ query, columns } satisfies SavedViewContent),
})

/** The view that a request names, for a person who may change it: its owner, or for a shared one who may share. */
async function changeable(context: GatewayContext, operations: Operations, request: FastifyRequest) {
  const id = String(valueAt(request.params, '/id'))
  const view = await context.store.savedViews.find(id).catch(failWith('STORE_UNAVAILABLE'))
  const { userId } = sessionOf(request).data
  if (view === undefined || (view.userId !== userId && !view.isShared)) throw gone()
  const place = placeOf(context, operations, request, view.resource)
  if (view.isShared) await assertMayShare(context, request)
  return { view, place }
}

const assertMayShare = (context: GatewayContext, request: FastifyRequest) =>
  assertPermitted(context, request, frameworkPermissions.shareViews, 'savedViews.share')

const isSame = (view: KeptView, { name, isShared, content }: ReturnType<typeof valuesOf>): boolean =>
  view.name === name && view.isShared === isShared && view.content === content

/** The view that an earlier request without an answer has saved: it has what is asked for already. */
async function savedBefore({ context, staff }: Place, body: FromSchema<typeof newSavedViewBody>) {
  const { userId } = staff.session.data
  const views = await context.store.savedViews.list(body.resource, userId).catch(failWith('STORE_UNAVAILABLE'))
  return views.find((view) => view.userId === userId && isSame(view, valuesOf(body)))
}

/** Makes a change of a view, on record. */
const onRecord = (
  { context, staff }: Place,
  change: 'create' | 'update' | 'delete',
  work: (savedViews: SavedViews) => Promise<KeptView>,
): Promise<KeptView> =>
  changeOnRecord(context.store, async ({ savedViews }, record) => {
    const view = await work(savedViews)
    const { id, isShared } = view
    const subject = { resource: 'savedViews', id }
    await record(eventOf(`savedViews.${change}`, staff, { result: 'ok', isShared }, subject))
    return view
  })

async function create(
  savedViews: SavedViews,
  place: Place,
  body: FromSchema<typeof newSavedViewBody>,
): Promise<KeptView> {
  const { userId } = place.staff.session.data
  const { resource } = body
  const own = (await savedViews.list(resource, userId)).filter((view) => view.userId === userId)
  if (own.length >= MOST_SAVED_VIEWS)
    throw new GatewayError('CONFLICT', {
      why: 'too many views',
      message: `You have ${MOST_SAVED_VIEWS} views of this list. Delete one first.`,
    })
  const view = { ...valuesOf(body), id: randomUUID(), resource, userId }
  if ((await savedViews.isTaken(view)) || !(await savedViews.add(view))) throw taken(view.name)
  return { ...view, version: 1 }
}

async function replace(
  savedViews: SavedViews,
  view: KeptView,
  body: FromSchema<typeof savedViewBody>,
): Promise<KeptView> {
  const changed = { ...view, ...valuesOf(body) }
  if (await savedViews.isTaken(changed)) throw taken(body.name)
  if (!(await savedViews.replace(view.id, body.version, valuesOf(body))))
    throw new GatewayError('RECORD_CHANGED', {
      message: 'Someone has changed this view since you opened it. Nothing was saved.',
    })
  return { ...changed, version: body.version + 1 }
}

/** The resource in a filter of simple-rest; '' for another text, which is no resource. */
function resourceIn(filter = ''): string {
  try {
    const resource = valueAt(parseJson(filter), '/resource')
    return typeof resource === 'string' ? resource : ''
  } catch {
    // Text that is no JSON names no resource.
    return ''
  }
}

/**
 * Adds `/console/views` in the dialect of ra-data-simple-rest: the saved views of a list, a person's own and the shared
 * ones. Everyone keeps views for themselves; sharing needs the permission that the console names. Changes are recorded.
 */
export function registerSavedViews(app: FastifyInstance, context: GatewayContext, operations: Operations): void {
  app.get<{ Querystring: { filter?: string } }>('/console/views', async (request, reply) => {
    const place = placeOf(context, operations, request, resourceIn(request.query.filter))
    const { userId } = place.staff.session.data
    const kept = await context.store.savedViews.list(place.definition.name, userId).catch(failWith('STORE_UNAVAILABLE'))
    void reply.header('content-range', `views 0-${Math.max(0, kept.length - 1)}/${kept.length}`)
    return seen(place, kept)
  })
  app.post('/console/views', async (request, reply) => {
    const body = readNew(request.body)
    const place = placeOf(context, operations, request, body.resource)
    assertSavedViewContent(place.definition, body)
    if (body.isShared) await assertMayShare(context, request)
    const view =
      (await savedBefore(place, body)) ??
      (await onRecord(place, 'create', (savedViews) => create(savedViews, place, body)))
    const [answer] = await seen(place, [view])
    return reply.code(201).send(answer)
  })
  app.put('/console/views/:id', async (request) => {
    const { view, place } = await changeable(context, operations, request)
    const body = readChange(request.body)
    assertSavedViewContent(place.definition, body, parseOwn<SavedViewContent>(view.content))
    if (body.isShared) await assertMayShare(context, request)
    const changed = isSame(view, valuesOf(body))
      ? view
      : await onRecord(place, 'update', (savedViews) => replace(savedViews, view, body))
    const [answer] = await seen(place, [changed])
    return answer
  })
  app.delete('/console/views/:id', async (request) => {
    const { view, place } = await changeable(context, operations, request)
    await onRecord(place, 'delete', async (savedViews) => {
      if (!(await savedViews.remove(view.id))) throw gone()
      return view
    })
    return { id: view.id }
  })
}
