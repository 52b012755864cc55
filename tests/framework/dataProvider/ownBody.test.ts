import { describe, expect, it } from 'vitest'
import { authored, model } from '../../../examples/cookbook/index.ts'
import { tickets } from '../../../examples/cookbook/tickets.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { providersOf } from '../contract/battery/context.ts'
import { json, useGatewayStub } from '../contract/gatewayStub.ts'

describe('a body of its own', () => {
  const gateway = useGatewayStub()
  const record = { id: 7, subject: 'No light', state: 'open', reporter: null, notes: 'Since May' }

  async function bodyOf(definitions: ConsoleModel['definitions'], name: 'create' | 'update', input: object) {
    gateway.answers(() => json({ jsonrpc: '2.0', id: 1, result: {} }))
    await providersOf(definitions, gateway)().action('tickets', { name, record, input: { ...input } })
    return JSON.parse(gateway.calls[0]?.text ?? '') as { readonly params?: unknown }
  }

  const sent = async (name: 'create' | 'update', input: object) => (await bodyOf(model.definitions, name, input)).params

  /** The recipes with another call that changes a ticket. */
  const changedBy = (call: string, body: object) => {
    const update = { call, permission: 'tickets.edit', body }
    const changed = { ...tickets, bindings: { ...tickets.bindings, update } }
    return resolveConsole({ ...authored, screens: [changed as never] }).definitions
  }

  it.each([
    ['one changed field', { subject: 'Light' }],
    ['one cleared field', { notes: null }],
    ['what was changed and cleared', { subject: 'Light', notes: null }],
  ])('sends %s of an edit whose call has a body of its own', async (_what, changes) => {
    expect(await sent('update', changes)).toEqual({ id: 7, changes })
  })

  it('leaves out an object of the body in which nothing changed, and what is sent otherwise', async () => {
    const definitions = changedBy('PATCH {rpc}/tickets/{id}', {
      subject: { input: 'subject', otherwise: 'None' },
      more: { nested: { notes: { input: 'notes' } } },
    })
    expect(await bodyOf(definitions, 'update', { subject: 'Light' })).toEqual({ subject: 'Light' })
  })

  it('leaves nothing out of a body by PUT, which replaces what the service has', async () => {
    const definitions = changedBy('PUT {rpc}/tickets/{id}', {
      subject: { input: 'subject' },
      notes: { input: 'notes' },
    })
    const sending = bodyOf(definitions, 'update', { notes: 'Since June' })
    await expect(sending).rejects.toMatchObject({ body: { code: 'MALFORMED_REQUEST' } })
  })

  it('sends no new record without what it needs, in a body of its own', async () => {
    expect(await sent('create', { subject: 'No light' })).toEqual({ subject: 'No light' })
    await expect(sent('create', { notes: 'Since May' })).rejects.toMatchObject({ body: { code: 'MALFORMED_REQUEST' } })
  })
})
